package com.acme;

import java.util.List;

/** Some of many. */
public record Page<T>(List<T> items, int from, Page<T> next) {}
