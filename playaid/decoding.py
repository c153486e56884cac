"""From a source to a frozen value: a model takes the tree, and every error gets its line and column."""

from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from playaid import codes
from playaid.diagnostics import Diagnostic, Rejected, Report
from playaid.fields import LANGUAGES, Localised, kind_of, meant
from playaid.source import MOST, Source, brief

B = TypeVar("B", bound=BaseModel)


def decode(model: type[B], source: Source, *, unit: str, tree: Any = None) -> B:
    """Give the model's value of a source; bare lengths count in `unit`. Raises `Rejected` with all problems."""
    try:
        return model.model_validate(source.tree if tree is None else tree, context={"unit": unit})
    except ValidationError as error:
        errors = error.errors(include_input=False, include_url=False)
        raise Rejected(Report.of(_diagnostic(model, source, dict(e)) for e in errors[:MOST])) from None


def _diagnostic(model: type[BaseModel], source: Source, error: dict[str, Any]) -> Diagnostic:
    kind, way = error["type"], tuple(part for part in error["loc"] if part != "[key]")
    at_key = "[key]" in error["loc"]
    if kind == "extra_forbidden":
        help = meant(str(way[-1]), _keys_at(model, way[:-1]))
        if str(way[-1]).isdigit():
            help = "write decimals with a point: 62.5, not 62,5"
        said = f"the key {brief(str(way[-1]))} is not known here"
        return source.diagnostic(codes.UNKNOWN_KEY, said, *way, help=help, key=True)
    if kind == "missing":
        inside = f" in {_place_named(way[:-1])}" if len(way) > 1 else ""
        return source.diagnostic(codes.MISSING_KEY, f"the key {way[-1]} is missing{inside}", *way[:-1])
    if kind in codes.BY_SLUG:
        told = error["ctx"]
        return source.diagnostic(codes.BY_SLUG[kind], brief(told["message"], 500), *way, help=told["help"], key=at_key)
    value = _value_at(source.tree, way)
    wanted = (
        "a mapping of keys" if kind in ("model_type", "dict_type", "model_attributes_type") else "another kind of value"
    )
    return source.diagnostic(codes.WRONG_VALUE, f"{wanted} is expected here, not {kind_of(value)}", *way)


def _place_named(way: tuple[str | int, ...]) -> str:
    """Name a mapping by its key, or by its place in a list, which people count from 1."""
    *outer, last = way
    return f"entry {last + 1} of {outer[-1]}" if isinstance(last, int) and outer else str(last)


def _value_at(tree: Any, way: tuple[str | int, ...]) -> Any:
    for part in way:
        try:
            tree = tree[part]
        except (KeyError, IndexError, TypeError):
            continue
    return tree


def _keys_at(model: type[BaseModel], way: tuple[str | int, ...]) -> list[str]:
    """Give the keys that the model knows at the end of a way, by walking the types of its fields."""
    kind: Any = model
    for part in way:
        inner = _model_in(kind)
        if inner is not None and isinstance(part, str):
            fields = {info.alias or name: info.annotation for name, info in inner.model_fields.items()}
            kind = fields.get(part, kind)
        elif get_origin(kind) is dict:
            kind = get_args(kind)[1]
    inner = _model_in(kind)
    if inner is Localised:
        return list(LANGUAGES)
    return [info.alias or name for name, info in inner.model_fields.items()] if inner is not None else []


def _model_in(kind: Any) -> type[BaseModel] | None:
    """Give the model inside optional, list and annotated types; a dict hides its own."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    if get_origin(kind) is dict:
        return None
    for inner in get_args(kind):
        found = _model_in(inner)
        if found is not None:
            return found
    return None
