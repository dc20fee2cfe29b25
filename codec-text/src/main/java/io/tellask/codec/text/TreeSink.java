package io.tellask.codec.text;

import java.math.BigDecimal;
import java.math.BigInteger;

/** Takes a tree in the order of its text: the part of an encoding that knows its bytes. Not thread-safe. */
interface TreeSink {
    /** Whether shared items, keys of any kind and all numbers have a form of their own. */
    boolean isNative();

    /** Whether a reader that expects anything gives back a value of the same class. */
    boolean isNatural(Object value);

    /** Whether {@link #text} and {@link #name} take this string. */
    boolean takes(String text);

    void startMap(int entries);

    /** A key that is a name; other keys are written as values are. */
    void name(String name);

    void endMap();

    void startList(int elements);

    void endList();

    /** Marks the next item as one that is referred to; they count from 0. */
    void share();

    void reference(int shared);

    void text(String value);

    void integer(long value);

    void decimal(double value);

    void single(float value);

    void bigInteger(BigInteger value);

    void bigDecimal(BigDecimal value);

    void flag(boolean value);

    void nil();

    void bytes(byte[] value);
}
