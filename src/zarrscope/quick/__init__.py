"""The quick answer: whether there is anything to say about a document, and what was said of others like it.

`texts` and `mappings` know a document that differs from one before only in members that vary. Any other is read, and
`memory` may hold what was found in the same extension points. Where it does not, `walk` asks the schemas and the rules
of everything in the document, by the `plans` of the definitions, and stops at the first doubt; then the walk that tells
has its turn (`zarrscope.nodes`). Rules of packs come last (`packs`).
"""

from zarrscope.quick.quick import Quick

__all__ = ["Quick"]
