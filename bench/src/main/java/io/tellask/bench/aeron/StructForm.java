package io.tellask.bench.aeron;

import io.tellask.bench.codec.Model;
import io.tellask.bench.codec.Workload;
import io.tellask.struct.StructType;

/** {@code tellask-struct}: a price as a struct. The sender sets each field, the receiver compares each field in place; neither allocates. */
final class StructForm implements UpdateForm {
    private static final StructType<PriceUpdate> TYPE = StructType.of(PriceUpdate.class);

    private final Model.Price price = (Model.Price) Workload.PRICE.value();
    private final int length = TYPE.layout().sizeBytes();
    private final byte[] bytes = new byte[length];
    private final PriceUpdate view = TYPE.view(bytes, 0);

    /** Called by name. */
    StructForm() {}

    @Override
    public int encode(long sequence) {
        view.symbol(price.symbol);
        view.exchange(price.exchange);
        view.instrumentId(price.instrumentId);
        view.bid(price.bid);
        view.ask(price.ask);
        view.bidQty(~sequence);
        view.askQty(price.askQty);
        view.timestamp(sequence);
        view.type(price.type);
        PriceUpdate.Instrument instrument = view.instrument();
        instrument.mnemonic(price.instrument.mnemonic);
        instrument.id(price.instrument.id);
        instrument.description(price.instrument.description);
        return length;
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public void decode(byte[] source, int sourceLength, long sequence) {
        TYPE.move(view, source, 0);
        PriceUpdate.Instrument instrument = view.instrument();
        if (sourceLength != length
                || view.timestamp() != sequence
                || view.bidQty() != ~sequence
                || view.bid() != price.bid
                || view.ask() != price.ask
                || view.askQty() != price.askQty
                || view.instrumentId() != price.instrumentId
                || view.type() != price.type
                || instrument.id() != price.instrument.id
                || !view.symbolEquals(price.symbol)
                || !view.exchangeEquals(price.exchange)
                || !instrument.mnemonicEquals(price.instrument.mnemonic)
                || !instrument.descriptionEquals(price.instrument.description)) {
            throw UpdateForm.wrong(view.timestamp(), sequence);
        }
    }
}
