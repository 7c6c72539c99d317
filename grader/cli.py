"""The command `grader`, for instructors."""

import typer

app = typer.Typer(rich_markup_mode=None)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def main() -> None:
    """Grade a folder of submissions. This has no content yet; a lab judges itself when it is run."""
    print("grader: grading a folder of submissions has no content yet; a lab judges itself when it is run.")
    raise typer.Exit(2)
