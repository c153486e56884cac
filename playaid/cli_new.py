"""``playaid new``: a folder to start from."""

from pathlib import Path

import click

from playaid.cli_options import Choice
from playaid.cli_terminal import say
from playaid.telling import safe, typed


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--language", type=Choice(["en", "fr", "ru"]), default="en", show_default=True,
              help="Of the comments and the printed matter.")  # fmt: skip
@click.option("--templates", is_flag=True,
              help="Write what a club may change of words, layout and look, not a scenario.")  # fmt: skip
@click.option("--recipe", metavar="NAME",
              help="Write a recipe to change: ambush, attack, meeting, night-raid, rearguard.")  # fmt: skip
@click.option("--interactive", is_flag=True, help="Ask a dozen questions and draw the scenario from the answers.")
def new(folder: Path, language: str, templates: bool, recipe: str | None, interactive: bool) -> None:
    """Write a commented scenario to start from, with schemas for your editor."""
    if recipe is not None:
        _copy_recipe(folder, recipe)
        return
    if templates:
        from playaid.starter import make_templates

        for file in make_templates(folder):
            say(file.as_posix())
        say(f"next: change what you like, delete the rest, playaid build PATH --templates {typed(folder)}")
        return
    from playaid.starter import make_folder, refuse_filled, scenario_text

    refuse_filled(folder)
    if interactive:
        _ask_and_draw(folder, language)
        return
    for file in make_folder(folder, scenario_text(language, typed(folder))):
        say(file.as_posix())
    say(f"next: playaid check {typed(folder)}, playaid build {typed(folder)}")


def _copy_recipe(folder: Path, name: str) -> None:
    from playaid.fields import meant
    from playaid.recipe import recipe_names
    from playaid.starter import make_recipe

    if name not in recipe_names():
        raise click.UsageError(f"no recipe is called {safe(name)}; {meant(name, recipe_names())}")
    files = make_recipe(folder, name)
    for file in files:
        say(file.as_posix())
    say(f"next: change it, playaid generate --recipe {typed(files[0])} -o my-game")


def _ask_and_draw(folder: Path, language: str) -> None:
    from playaid import cli_generate
    from playaid.chance import Secret
    from playaid.generate import generate

    recipe, language = cli_generate.ask(language)
    cli_generate.write(folder, generate(recipe, Secret(), language))
