HOSTILE = True
get_type_hints = None
