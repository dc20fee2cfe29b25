package io.tellask.remote.filter;

import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Something that a filter may ask of an object. Immutable.
 *
 * @param kind how values of it are written
 * @param text its value where it is text; a number has none
 * @param number its value where it is a number: bytes of sizes, milliseconds of times
 */
public record FilterField<T>(Kind kind, Function<T, String> text, ToLongFunction<T> number) {
    /** How values are written. */
    public enum Kind {
        /** A word, or anything within quotation marks; one that ends in {@code *} stands for all that begin so. */
        TEXT("text, such as 'ab' or ab*"),
        /** A whole number. */
        NUMBER("a whole number, such as 17"),
        /** Bytes: {@code 512}, {@code 64K}, {@code 3M}, {@code 1G}. */
        SIZE("a size, such as 512, 64K, 3M or 1G"),
        /** {@code 250ms}, {@code 60s}, {@code 5m}, {@code 2h}, {@code 1d}. */
        TIME("a time, such as 250ms, 60s, 5m, 2h or 1d");

        final String inWords;

        Kind(String inWords) {
            this.inWords = inWords;
        }
    }

    public static <T> FilterField<T> text(Function<T, String> value) {
        return new FilterField<>(Kind.TEXT, value, _ -> 0);
    }

    public static <T> FilterField<T> number(Kind kind, ToLongFunction<T> value) {
        return new FilterField<>(kind, _ -> "", value);
    }
}
