package io.tellask.struct;

import java.nio.ByteOrder;

/** Order of the bytes of a number. */
public enum Endianness {
    /** The least significant byte first, as most processors have it. */
    LITTLE(ByteOrder.LITTLE_ENDIAN),
    /** The most significant byte first, as network protocols have it. */
    BIG(ByteOrder.BIG_ENDIAN);

    private final ByteOrder order;

    Endianness(ByteOrder order) {
        this.order = order;
    }

    /** The same for classes of the JDK. */
    public ByteOrder order() {
        return order;
    }
}
