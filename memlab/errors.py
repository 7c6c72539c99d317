"""The errors memlab raises: each is one sentence for a person, with where it happened and what to do next."""


class MemlabError(Exception):
    """Anything memlab refuses. Command lines catch this class and print its sentence."""


class RecordError(MemlabError, ValueError):
    """The fields given do not make a valid memory."""


class CorpusError(MemlabError):
    """A file of turns cannot be read. The sentence begins with `file:line:`."""


class StoreError(MemlabError):
    """A store cannot be read, or cannot take what it was given. Nothing of it was written."""


class BudgetError(MemlabError, ValueError):
    """What must be in a context does not fit into its budget."""
