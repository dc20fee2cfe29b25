package com.acme;

/** Who uses it. */
public record User(String name, Color color) {}
