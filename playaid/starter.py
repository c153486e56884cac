"""A folder to start from: a commented scenario in the user's language, and the schemas that make editors help."""

from pathlib import Path

from playaid.output import replace_file
from playaid.schemas import schema_text
from playaid.telling import NOT_OURS, PlayaidError

SCHEMAS = {"scenario.schema.json": "scenario", "orders.schema.json": "orders"}


def scenario_text(language: str, folder: str) -> str:
    """Give the commented scenario of a language; `folder` is named in its comments."""
    file = Path(__file__).parent / "starters" / f"scenario.{language}.yaml"
    return file.read_text(encoding="utf-8").replace("{folder}", " ".join(folder.split()))


def make_folder(folder: Path, scenario: str, more: dict[str, str] | None = None) -> tuple[Path, ...]:
    """Write a scenario and the schemas into a new or empty folder; give the files. Raises `PlayaidError`."""
    refuse_filled(folder)
    files = {"scenario.yaml": scenario, **{name: schema_text(what) + "\n" for name, what in SCHEMAS.items()}}
    for name, text in (*files.items(), *(more or {}).items()):
        replace_file(folder / name, text.encode(), 0o644)
    return tuple(folder / name for name in (*files, *(more or {})))


def make_recipe(folder: Path, name: str) -> tuple[Path, ...]:
    """Copy a recipe of ours into a new or empty folder, with its schema; give the files. Raises `PlayaidError`."""
    from playaid.recipe import recipes_folder

    refuse_filled(folder)
    data = (recipes_folder() / f"{name}.yaml").read_bytes()
    files = {f"{name}.yaml": data, "recipe.schema.json": (schema_text("recipe") + "\n").encode()}
    for made, content in files.items():
        replace_file(folder / made, content, 0o644)
    return tuple(folder / made for made in files)


def make_templates(folder: Path) -> tuple[Path, ...]:
    """Copy what a club may change into a new or empty folder; give the files. Raises `PlayaidError`."""
    from playaid.prose import templates_folder

    refuse_filled(folder)
    ours = templates_folder()
    patterns = ("*.xml", "theme.yaml", "words/*.yaml")
    names = sorted(file.relative_to(ours) for pattern in patterns for file in ours.glob(pattern))
    for name in names:
        replace_file(folder / name, (ours / name).read_bytes(), 0o644)
    return tuple(folder / name for name in names)


def refuse_filled(folder: Path) -> None:
    """Raise `PlayaidError` when something is in the way that would be overwritten or mixed with."""
    try:
        taken = folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir())))
    except OSError as error:
        raise PlayaidError(f"cannot read {folder}: {error.strerror or error}", help="choose another folder") from None
    if taken:
        help = "choose a new folder; nothing is overwritten"
        raise PlayaidError(f"{folder} is already there and not empty", exit_code=NOT_OURS, help=help)
