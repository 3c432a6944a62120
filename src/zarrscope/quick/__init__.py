"""The quick answer: whether there is anything to say about a document, and what was said of others like it.

`texts` and `mappings` know a document that differs from one before only in members that vary. Any other is read, and
`memory` may hold what was found in the same extension points. Where it does not, the schemas and the rules of all that
is in the document are asked, up to the first doubt; then the walk that tells has its turn (`zarrscope.nodes`). `walk`
asks them one by one, by the `plans` of the definitions. Once it has done so for many documents of one structure,
`structures` has a function of its own for these, which `straight` writes. Rules of packs come last (`packs`).
"""

from zarrscope.quick.quick import Quick

__all__ = ["Quick"]
