package io.tellask.bench.aeron;

import io.tellask.struct.Length;

/** {@link io.tellask.bench.codec.Model.Price} as a struct: the same fields. */
interface PriceUpdate {
    @Length(8)
    String symbol();

    void symbol(String symbol);

    boolean symbolEquals(String other);

    @Length(4)
    String exchange();

    void exchange(String exchange);

    boolean exchangeEquals(String other);

    long instrumentId();

    void instrumentId(long instrumentId);

    double bid();

    void bid(double bid);

    double ask();

    void ask(double ask);

    long bidQty();

    void bidQty(long bidQty);

    long askQty();

    void askQty(long askQty);

    long timestamp();

    void timestamp(long timestamp);

    char type();

    void type(char type);

    Instrument instrument();

    /** What a price is of. */
    interface Instrument {
        @Length(5)
        String mnemonic();

        void mnemonic(String mnemonic);

        boolean mnemonicEquals(String other);

        long id();

        void id(long id);

        @Length(20)
        String description();

        void description(String description);

        boolean descriptionEquals(String other);
    }
}
