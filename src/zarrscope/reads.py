"""Which members of a document an expression reads, so that what was found can be remembered by them."""

from __future__ import annotations

from zarrscope.cel import Builtin, Name, Node, Select

# what a name alone reads; `*` is more than the members of the document
WHOLE = {"document": "*", "written": "*", "node": "*", "grid": "shape", "chunk_count": "shape"}


def reads(node: Node) -> set[str]:
    """The members of the document around it that an expression reads, beyond the rank; `*` is the whole document.

    What the grid hands on to a pipeline is told by the grid's own expressions; its counts follow from the shape.
    """
    found: set[str] = set()
    pending = [node]
    while pending:
        node = pending.pop()
        if (
            isinstance(node, Builtin)
            and node.function == "size"
            and _member_of(node.arguments[0], "document") == "shape"
        ):
            continue
        member = _member_of(node, "document") or _member_of(node, "written")
        if member is not None:
            found.add(member)
        elif _member_of(node, "grid") == "lengths":
            continue
        elif isinstance(node, Name) and node.name in WHOLE:
            found.add(WHOLE[node.name])
        else:
            pending.extend(node.children())
    return found


def _member_of(node: Node, name: str) -> str | None:
    """The member that an expression selects of a name; None where it is something else."""
    if isinstance(node, Select) and isinstance(node.operand, Name) and node.operand.name == name:
        return node.field
    return None
