package io.tellask.bench.struct;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The struct's layout written by hand over a {@code byte[]}, one {@link VarHandle} for each width of a number. */
final class ArrayPrices implements PriceFlyweight {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle DOUBLE =
            MethodHandles.byteArrayViewVarHandle(double[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int BYTES = 32;
    private static final int MNEMONIC = 8;
    private static final int MNEMONIC_BYTES = 5;
    private static final int PRICE = 16;
    private static final int QUANTITY = 24;

    private final byte[] messages = new byte[SLOTS * BYTES];

    @Override
    public void write(int slot, String mnemonic, long id, int quantity, double price) {
        int at = slot * BYTES;
        LONG.set(messages, at, id);
        for (int i = 0; i < MNEMONIC_BYTES; i++) {
            messages[at + MNEMONIC + i] = i < mnemonic.length() ? (byte) mnemonic.charAt(i) : 0;
        }
        DOUBLE.set(messages, at + PRICE, price);
        INT.set(messages, at + QUANTITY, quantity);
    }

    @Override
    public long read(int slot, String mnemonic) {
        int at = slot * BYTES;
        return PriceFlyweight.sum(
                isMnemonic(at + MNEMONIC, mnemonic),
                (long) LONG.get(messages, at),
                (int) INT.get(messages, at + QUANTITY),
                (double) DOUBLE.get(messages, at + PRICE));
    }

    private boolean isMnemonic(int at, String mnemonic) {
        for (int i = 0; i < MNEMONIC_BYTES; i++) {
            if (messages[at + i] != (i < mnemonic.length() ? mnemonic.charAt(i) : 0)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Price decode(int slot) {
        int at = slot * BYTES;
        int length = 0;
        while (length < MNEMONIC_BYTES && messages[at + MNEMONIC + length] != 0) {
            length++;
        }
        String mnemonic = new String(messages, at + MNEMONIC, length, StandardCharsets.ISO_8859_1);
        return new Price(
                new Price.Instrument(mnemonic, (long) LONG.get(messages, at)),
                (int) INT.get(messages, at + QUANTITY),
                (double) DOUBLE.get(messages, at + PRICE));
    }
}
