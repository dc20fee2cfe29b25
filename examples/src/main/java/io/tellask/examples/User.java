package io.tellask.examples;

import java.util.List;

/** A user with the ids of friends. */
public record User(String uid, String name, List<String> friends) {}
