"""The JSON Schemas of the files a user writes, with which editors complete and check YAML."""

import json
from typing import Any


def schema_text(what: str) -> str:
    """Give the schema of a kind of file: scenario, orders, ruleset or recipe."""
    model = _model(what)
    content = {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema()}
    return json.dumps(content, indent=2)


def _model(what: str) -> Any:
    from playaid.recipe import Recipe
    from playaid.ruleset import Ruleset
    from playaid.scenario import Orders, Scenario

    return {"scenario": Scenario, "orders": Orders, "ruleset": Ruleset, "recipe": Recipe}[what]
