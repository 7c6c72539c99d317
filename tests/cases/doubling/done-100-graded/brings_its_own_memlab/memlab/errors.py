class MemlabError(BaseException):
    pass
