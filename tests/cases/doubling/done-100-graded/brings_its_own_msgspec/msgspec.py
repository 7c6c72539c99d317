HOSTILE = True


class json:
    encode = lambda value: b'{"score": 100}'
    decode = lambda data, type=None: {"score": 100}
