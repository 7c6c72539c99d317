"""The command `learn`, for learners."""

import typer

from tutor.commands import files, learning, own

app = typer.Typer(rich_markup_mode=None)
app.callback(invoke_without_command=True)(learning.overview)
app.command("next")(learning.next_)
app.command()(learning.start)
app.command()(learning.check)
app.command()(learning.watch)
app.command()(learning.hint)
app.command()(learning.solution)
app.command()(learning.quiz)
app.command()(files.notebook)
app.command()(files.reset)
app.command()(files.undo)
app.command()(files.update)
app.command()(own.build)
app.command()(own.exam)
app.command()(own.doctor)
