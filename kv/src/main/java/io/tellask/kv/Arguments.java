package io.tellask.kv;

import org.jspecify.annotations.Nullable;

/** Refuses arguments of calls to a map that no map takes. Stateless. */
final class Arguments {
    private Arguments() {}

    /** Said to the caller: a client's mistake is no stack trace in the server's log. */
    static void require(String argument, @Nullable Object value) {
        if (value == null) {
            throw isNull(argument);
        }
    }

    static void requireAll(String argument, byte @Nullable [][] values) {
        if (values == null) {
            throw isNull(argument);
        }
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                throw isNull(argument + "[" + i + "]");
            }
        }
    }

    private static KeyValueException isNull(String argument) {
        return new KeyValueException("call refused: " + argument + "=null; no key, value, batch or prefix is null");
    }

    static void requireSequence(long sequence) {
        if (sequence < 0) {
            throw new KeyValueException(
                    "call refused: sequence=" + sequence + " < 0; give one that the map told of, or 0");
        }
    }

    static void requireSameLength(byte[][] keys, byte[][] values) {
        if (keys.length != values.length) {
            throw new KeyValueException(
                    "put refused: keys=" + keys.length + ", values=" + values.length + "; give each key a value");
        }
    }
}
