"""The command `grader`, for instructors."""

import typer

from grader.commands import book, grading, handing_out

app = typer.Typer(help="Turn submissions into grades.", no_args_is_help=True, rich_markup_mode=None)
app.command()(grading.grade)
app.command("class")(book.class_)
app.command()(book.history)
app.command()(book.mark)
app.command()(book.set_aside)
app.command()(book.export)
app.command()(handing_out.handout)
app.command()(grading.doctor)
