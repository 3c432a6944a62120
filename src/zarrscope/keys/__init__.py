"""Templates of chunk keys: their grammar, the search for keys that two chunks share, and the way back from a key."""
