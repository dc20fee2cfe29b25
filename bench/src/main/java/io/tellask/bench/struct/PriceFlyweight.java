package io.tellask.bench.struct;

/** A codec whose messages are written and read where they lie, without an object of each. For one thread. */
public interface PriceFlyweight extends PriceCodec {
    /** Writes all fields. */
    void write(int slot, String mnemonic, long id, int quantity, double price);

    /** Reads all fields: the {@link #sum} of them, if the mnemonic is the given one. */
    long read(int slot, String mnemonic);

    /** What reading comes to. */
    static long sum(boolean isMnemonic, long id, int quantity, double price) {
        return id + quantity + (long) price + (isMnemonic ? 1 : 0);
    }

    @Override
    default void encode(int slot, Price price) {
        Price.Instrument instrument = price.instrument();
        write(slot, instrument.mnemonic(), instrument.id(), price.quantity(), price.price());
    }
}
