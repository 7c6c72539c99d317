"""fails: test_chinese_japanese_korean

Takes every character for a quarter of a token, as in English; a budget of Chinese is overrun three times.
"""


def estimate_tokens(text):
    return -(-len(text) // 4)
