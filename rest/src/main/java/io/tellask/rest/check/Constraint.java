package io.tellask.rest.check;

import org.jspecify.annotations.Nullable;

/** What a value has to be. Thread-safe. */
interface Constraint {
    /** Whether the value is so; null is, unless the constraint is about null. */
    boolean admits(@Nullable Object value);

    /** What a sender is told of a value that is not: {@code must not be blank}. */
    String words();

    static Constraint of(String words, Test test) {
        return new Constraint() {
            @Override
            public boolean admits(@Nullable Object value) {
                return test.admits(value);
            }

            @Override
            public String words() {
                return words;
            }
        };
    }

    /** Of a value that may be null. */
    interface Test {
        boolean admits(@Nullable Object value);
    }
}
