"""What the author of a pack needs: everything wrong with it, tests of its examples, pages about its rules."""
