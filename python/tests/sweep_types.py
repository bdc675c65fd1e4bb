"""Generator of ``evocube/_sweep.py``: the types of sweeps as the JSON Schema of sweep files gives them. Run as a program, it writes the
file; ``test_package.py`` compares it with :func:`text`.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = ROOT / "crates" / "experiment" / "sweep.schema.json"
FILE = ROOT / "python" / "evocube" / "_sweep.py"
PLAIN = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
DEPTH = 3
"""Number of keys that dots join at most."""

HEAD = '''"""Types of sweeps that are dictionaries, for editors and type checkers. Written by ``tests/sweep_types.py`` from the schema of sweep files.

Components that are registered have no place in them: a sweep that names some is a plain dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items
from typing import Any, Literal, TypedDict, Union

'''


class Types:
    """The types that a schema defines."""

    def __init__(self, schema: dict) -> None:
        self.definitions = {**schema["$defs"], "SweepDict": schema}
        self.definitions["BaseDict"] = self.definitions.pop("TrialConfig")
        self.lines: list[str] = []
        self.tables: dict[str, str] = {}

    def text(self) -> str:
        """Returns the text of the module."""
        for name, schema in sorted(self.definitions.items(), key=lambda item: (item[0] in ("BaseDict", "SweepDict"), item[0])):
            if schema.get("additionalProperties") is False:
                self.table(name, schema)
            else:
                self.line(f"{name} = {self.of(schema, name)}")
        return HEAD + "\n".join(self.lines) + "\n"

    def line(self, text: str) -> None:
        self.lines += textwrap.wrap(text, 136, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)

    def table(self, name: str, schema: dict) -> None:
        keys = dict(self.keys(name, schema.get("properties", {}), DEPTH if name == "BaseDict" else 1))
        fields = ", ".join(f'"{key}": {kind}' for key, kind in keys.items())
        self.line(f'{name} = TypedDict("{name}", {{{fields}}}, total=False)')

    def keys(self, name: str, properties: dict, depth: int, above: str = "") -> Iterator[tuple[str, str]]:
        """Yields the keys of a table and their types, with dots those of tables in it, too."""
        for key, value in properties.items():
            yield above + key, f"{self.of(value, name + title(key))}"
            tables = [table for table in self.alternatives(value) if "properties" in table] if depth > 1 else []
            for table in tables:
                yield from self.keys(name + title(key), table["properties"], depth - 1, f"{above}{key}.")

    def alternatives(self, schema: dict) -> list[dict]:
        """Returns the schemas of which a value has one."""
        if "$ref" in schema:
            return self.alternatives(self.definitions[reference(schema)])
        parts = schema.get("anyOf", schema.get("oneOf", [])) if "properties" not in schema else []
        return [inner for part in parts for inner in self.alternatives(part)] or [schema]

    def of(self, schema: dict, name: str) -> str:
        """Returns the type of values; a table inside gets this name."""
        if "$ref" in schema:
            return f'"{reference(schema)}"'
        if "properties" in schema:
            content = json.dumps(schema)
            if content not in self.tables:
                self.tables[content] = f"{name}Table"
                self.table(f"{name}Table", schema)
            return f'"{self.tables[content]}"'
        parts = schema.get("anyOf") or schema.get("oneOf")
        if parts:
            words = [json.dumps(word) for part in parts for word in part.get("enum", [part["const"]] if "const" in part else [])]
            others = [part for part in parts if "enum" not in part and "const" not in part]
            kinds = [self.of(part, f"{name}{number or ''}") for number, part in enumerate(others)]
            kinds = list(dict.fromkeys([f"Literal[{', '.join(words)}]"] * bool(words) + kinds))
            return f"Union[{', '.join(kinds)}]" if len(kinds) > 1 else kinds[0]
        if "enum" in schema or "const" in schema:
            return f"Literal[{', '.join(json.dumps(word) for word in schema.get('enum', [schema.get('const')]))}]"
        if schema.get("type") == "array":
            items = schema.get("items")
            return f"Items[{self.of(items, name) if items else 'Any'}]"
        if schema.get("type") == "object":
            inner = schema.get("additionalProperties")
            return f"Mapping[str, {self.of(inner, name) if isinstance(inner, dict) else 'Any'}]"
        return PLAIN.get(schema.get("type", ""), "Any")


def reference(schema: dict) -> str:
    """Returns the name of the definition that a schema refers to."""
    name = schema["$ref"].rpartition("/")[2]
    return "BaseDict" if name == "TrialConfig" else name


def title(key: str) -> str:
    """Returns a key as a part of a name."""
    return "".join(part.title() for part in re.split("[-.]", key))


def text() -> str:
    """Returns the text of `evocube/_sweep.py`."""
    return Types(json.loads(SCHEMA.read_text())).text()


if __name__ == "__main__":
    FILE.write_text(text())
