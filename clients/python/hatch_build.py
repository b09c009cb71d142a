"""Generates calls and shapes from docs/openapi.json when the package is built or installed from a checkout."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GENERATED = ("api", "models", "client.py", "errors.py", "types.py")
# What the generator makes of a shape that it does not know.
ANY_SHAPE = {"type": "object", "additionalProperties": True}


class GenerateClient(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Writes the generated files into the package. A source distribution brings them, without the description."""
        description = Path(self.root).parents[1] / "docs" / "openapi.json"
        if description.exists():
            _generate(json.loads(description.read_text("utf-8")), Path(self.root) / "src" / "factshelf")


def _generate(description: dict[str, Any], package: Path) -> None:
    with TemporaryDirectory() as folder:
        prepared, generated = Path(folder) / "openapi.json", Path(folder) / "factshelf"
        prepared.write_text(json.dumps(_prepare(description)), "utf-8")
        command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
        subprocess.run(
            [*command, "--path", prepared, "--output-path", generated], check=True, stdout=subprocess.DEVNULL
        )
        for name in GENERATED:
            shutil.rmtree(package / name, ignore_errors=True)
            shutil.move(generated / name, package / name)


def _prepare(description: dict[str, Any]) -> dict[str, Any]:
    """The description as the generator makes the best of it: paths from the root of the service, no key for each call
    (`connect` takes it), no headers, and no refusals, which have one shape."""
    paths: dict[str, Any] = {}
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            base = operation.get("servers", description["servers"])[0]["url"]
            answers = {
                status: {key: value for key, value in answer.items() if key != "headers"}
                for status, answer in operation["responses"].items()
                if status.startswith("2")
            }
            kept = {key: value for key, value in operation.items() if key not in ("servers", "security")}
            whole = path if base == "/" else base + path
            paths.setdefault(whole, {})[method] = {**kept, "responses": answers}
    schemas = description["components"]["schemas"]
    names = {_key_of(schema): name for name, schema in schemas.items()}
    return {
        "openapi": description["openapi"],
        "info": description["info"],
        "paths": _adapt(paths, {}),
        "components": {"schemas": _adapt(schemas, names)},
    }


def _adapt(part: Any, names: dict[str, str]) -> Any:
    """Closed lists and choices of shapes may grow in any release, and generated parsers fail at an unknown value: a list
    becomes text, and each choice gets one more shape. A named schema that may be null is written out in OpenAPI 3.0: it
    becomes a reference again, so that the generator makes one type of it."""
    if isinstance(part, list):
        return [_adapt(each, names) for each in part]
    if not isinstance(part, dict):
        return part
    if part.get("nullable") and "properties" in part and (name := names.get(_key_of(part))):
        described = {key: part[key] for key in ("nullable", "description") if key in part}
        return {**described, "allOf": [{"$ref": f"#/components/schemas/{name}"}]}
    if isinstance(values := part.get("enum"), list):
        said = (value if isinstance(value, str) else json.dumps(value) for value in values if value is not None)
        known = f"One of {', '.join(said)}"
        described = f"{part['description']}. {known}" if part.get("description") else known
        return {**{key: value for key, value in part.items() if key not in ("enum", "anyOf")}, "description": described}
    choice = part.get("anyOf")
    if choice and all("$ref" in each for each in choice):
        kept = {key: value for key, value in part.items() if key not in ("anyOf", "type")}
        return {**kept, "anyOf": [*choice, ANY_SHAPE]}
    # The generator refuses the `type` that OpenAPI 3.0 wants beside a reference that may be null.
    dropped = ("type",) if part.get("allOf") and part.get("nullable") else ()
    return {key: _adapt(value, names) for key, value in part.items() if key not in dropped}


def _key_of(schema: dict[str, Any]) -> str:
    return json.dumps([schema.get("properties"), schema.get("required")])
