"""Data types made at random from every registered one, each with a fill value of its form."""

from __future__ import annotations

from typing import Any

from tests.pipeline.array_documents import UNKNOWN_TYPES
from tests.pipeline.choices import Chooser

INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (2, 4, 8, 16, 32, 64)]
FLOATS = [
    *["float16", "float32", "float64", "bfloat16", "float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn"],
    *[f"float8_{form}" for form in ("e3m4", "e4m3", "e4m3b11fnuz", "e4m3fnuz", "e5m2", "e5m2fnuz", "e8m0fnu")],
]
REAL = [*INTEGERS, *FLOATS]
COMPLEX = ["complex64", "complex128", "complex_float32", "complex_float64"]
COMPLEX += [f"complex_{name}" for name in FLOATS if name not in ("float32", "float64")]
RAW = ["r8", "r16", "r024", "r64"]
TIMES = ["numpy.datetime64", "numpy.timedelta64"]
OF_N5 = [name for name in REAL if name.endswith(("int8", "int16", "int32", "int64")) or name in ("float32", "float64")]
OF_ZFP = ["int32", "uint32", "int64", "uint64", "float32", "float64", "float16", "int8"]
SINGLE_BYTES = ["bool", *RAW, *[name for name in REAL + COMPLEX if any(part in name for part in ("t2", "t4", "t6_"))]]
SINGLE_BYTES += [name for name in REAL + COMPLEX if name.endswith("int8") or "t8_" in name]
CORE_TYPES = [*INTEGERS[2:6], *INTEGERS[8:], "bool", "float16", "float32", "float64", "complex64", "complex128", *RAW]
DEEPEST = 2


class TypeMaker(Chooser):
    """Makes data types; `slip` is how likely each choice is to be a wrong one."""

    def data_type(self, depth: int) -> tuple[str, Any, Any]:
        """The name, a data type of that name as written, and a fill value."""
        if self.slips(0.5):
            return "", self.random.choice(UNKNOWN_TYPES), self.random.choice([None, 0, {}])
        families = [REAL, REAL, REAL, COMPLEX, RAW, TIMES, ["bool"], ["fixed_length_utf32"], ["struct", "structured"]]
        if depth == 0:
            families += [["string", "bytes"]]
        elif depth == 1 and self.slips():
            families = [["string", "bytes"]]
        name = self.random.choice(self.random.choice(families[: -2 if depth == DEEPEST else None]))
        if name in ("struct", "structured"):
            return self.record(name, depth)
        written: Any = name
        if name in TIMES:
            written = {"name": name, "configuration": {"unit": self.random.choice(["ns", "D"]), "scale_factor": 1}}
        elif name == "fixed_length_utf32":
            written = {"name": name, "configuration": {"length_bytes": self.random.choice([4, 12])}}
        elif name not in CORE_TYPES or self.slips(0.3):
            written = self.plain(name)
        return name, written, self.fill_value(name)

    def record(self, name: str, depth: int) -> tuple[str, Any, Any]:
        fields: list[Any] = []
        fill_value = {}
        for index in range(self.random.randint(1, 3)):
            _, written, fill_value[f"f{index}"] = self.data_type(depth + 1)
            pair = [f"f{index}", written]
            is_pair = name == "structured" and self.chance(0.5)
            fields.append(pair if is_pair else {"name": pair[0], "data_type": pair[1]})
        return name, {"name": name, "configuration": {"fields": fields}}, fill_value

    def fill_value(self, name: str) -> Any:
        if name in COMPLEX:
            return [1, 1]
        if name in RAW:
            return [0] * (int(name[1:]) // 8)
        values = {"bool": False, "string": "", "bytes": self.random.choice(["", []]), "fixed_length_utf32": ""}
        if name in TIMES:
            return self.random.choice([0, "NaT"])
        return values.get(name, 1 if name == "float8_e8m0fnu" else 0)

    def plain(self, name: str) -> Any:
        """A definition that needs no configuration."""
        return self.random.choice([name, {"name": name}, {"name": name, "configuration": {}}])
