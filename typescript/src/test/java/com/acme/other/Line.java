package com.acme.other;

/** Of the same name as another. */
public record Line(int x, int y) {}
