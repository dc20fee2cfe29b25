package io.tellask.struct;

/** The price update of the benchmarks: 32 bytes. */
interface PriceUpdate {
    Instrument instrument();

    int quantity();

    void quantity(int quantity);

    double price();

    void price(double price);

    /** What is priced. */
    interface Instrument {
        @Length(5)
        String mnemonic();

        void mnemonic(String mnemonic);

        boolean mnemonicEquals(String other);

        long id();

        void id(long id);
    }
}
