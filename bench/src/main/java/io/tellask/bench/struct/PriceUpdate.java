package io.tellask.bench.struct;

import io.tellask.struct.Length;

/** The price update as a struct: 32 bytes, of which the last four and three behind the mnemonic are padding. */
interface PriceUpdate {
    Instrument instrument();

    int quantity();

    void quantity(int quantity);

    double price();

    void price(double price);

    /** What has the price. */
    interface Instrument {
        @Length(5)
        String mnemonic();

        void mnemonic(String mnemonic);

        boolean mnemonicEquals(String other);

        long id();

        void id(long id);
    }
}
