"""The command `grader`, for instructors."""

import typer

app = typer.Typer(help="Grade submissions to the labs.", rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def main() -> None:
    """Grade a folder of submissions. It has no content yet."""
    print("grader: grading a folder of submissions has no content yet; a lab judges itself when it is run.")
    raise typer.Exit(2)
