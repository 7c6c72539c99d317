# Here the functions will stand.
#
# def double(number):
#     return 2 * number
