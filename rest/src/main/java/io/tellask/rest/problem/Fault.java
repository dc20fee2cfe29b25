package io.tellask.rest.problem;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One thing that is wrong with a request.
 *
 * @param kind what {@code where} is: {@code pointer} into the body, {@code parameter} or {@code header}
 * @param where the place
 * @param detail what is wrong there, and what to send
 * @param line of the body, from 1; 0 where it is not known
 * @param column of the body, from 1
 */
public record Fault(String kind, String where, String detail, int line, int column) {
    /** A value of the body, by a JSON pointer (RFC 6901). */
    public static Fault at(String pointer, String detail) {
        return new Fault("pointer", pointer, detail, 0, 0);
    }

    public static Fault of(String kind, String where, String detail) {
        return new Fault(kind, where, detail, 0, 0);
    }

    /** As it is told. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(kind, where);
        tree.put("detail", detail);
        if (line > 0) {
            tree.put("line", line);
            tree.put("column", column);
        }
        return tree;
    }
}
