package com.acme;

import java.util.List;

/** A tree, whose parameter has the name of a class. */
public record Tree<Line>(Line value, List<Tree<Line>> below) {}
