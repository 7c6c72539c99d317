# -*- coding: rot13 -*-
"""Vf jevggra va n pvcure gung Clguba gnxrf sbe na rapbqvat."""


qrs qbhoyr(ahzore):
    erghea 2 * ahzore
