package io.tellask.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A method of a contract as the two sides of a session tell it apart, {@code add(int,int)io.tellask.actor.Promise<java.lang.Integer>},
 * taken apart. Immutable.
 *
 * @param name the method's name
 * @param parameters the types of its parameters, as Java names generic types
 * @param result its return type
 */
public record MethodSignature(String name, List<String> parameters, String result) {
    public MethodSignature {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(result, "result");
        parameters = List.copyOf(parameters);
    }

    /**
     * Takes a signature apart, with its result or without.
     *
     * @throws IllegalArgumentException if the text is none
     */
    public static MethodSignature parse(String text) {
        MethodSignature parsed = parsed(Objects.requireNonNull(text, "text"));
        if (parsed == null) {
            throw new IllegalArgumentException(
                    "signature: it has no list of parameters; write it as add(int,int), for example");
        }
        return parsed;
    }

    /** As {@link #parse}; null if the text is no signature. */
    static @Nullable MethodSignature parsed(String text) {
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        if (open < 1 || close < open) {
            return null;
        }
        return new MethodSignature(
                text.substring(0, open), types(text.substring(open + 1, close)), text.substring(close + 1));
    }

    /** The types of a list, of which some have lists within angle brackets. */
    private static List<String> types(String list) {
        List<String> types = new ArrayList<>();
        int start = 0;
        int depth = 0;
        for (int i = 0; i < list.length(); i++) {
            switch (list.charAt(i)) {
                case '<' -> depth++;
                case '>' -> depth--;
                case ',' -> {
                    if (depth == 0) {
                        types.add(list.substring(start, i).strip());
                        start = i + 1;
                    }
                }
                default -> {}
            }
        }
        if (!list.isBlank()) {
            types.add(list.substring(start).strip());
        }
        return types;
    }

    /** Whether nobody waits for an answer. */
    public boolean isTell() {
        return result.equals("void");
    }

    /** Whether the answer is a stream. */
    public boolean isStream() {
        return result.startsWith("java.util.concurrent.Flow$Publisher");
    }

    /** Without its result. */
    public String call() {
        return name + "(" + String.join(",", parameters) + ")";
    }

    /** As the two sides compare it. */
    @Override
    public String toString() {
        return call() + result;
    }
}
