"""fails: test_chinese_japanese_korean

Divides the bytes by four: three quarters of a token for a Chinese character, and one for an emoji.
"""


def estimate_tokens(text):
    return -(-len(text.encode()) // 4)
