package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.peers.sbe.InstrumentDecoder;
import io.tellask.bench.codec.peers.sbe.InstrumentEncoder;
import io.tellask.bench.codec.peers.sbe.PriceUpdateDecoder;
import io.tellask.bench.codec.peers.sbe.PriceUpdateEncoder;
import io.tellask.bench.struct.Price;
import io.tellask.bench.struct.PriceCodec;
import io.tellask.bench.struct.PriceFlyweight;
import org.agrona.concurrent.UnsafeBuffer;

/** {@code sbe}: flyweights generated from {@code price.xml}, without the header, which structs have none of either. */
public final class SbePrices implements PriceCodec.Provider {
    @Override
    public PriceCodec open(String contender) {
        return new OfSbe();
    }

    private static final class OfSbe implements PriceFlyweight {
        private static final int STRIDE_BYTES = 32;

        private final UnsafeBuffer messages = new UnsafeBuffer(new byte[SLOTS * STRIDE_BYTES]);
        private final PriceUpdateEncoder encoder = new PriceUpdateEncoder();
        private final PriceUpdateDecoder decoder = new PriceUpdateDecoder();

        @Override
        public void write(int slot, String mnemonic, long id, int quantity, double price) {
            encoder.wrap(messages, slot * STRIDE_BYTES);
            InstrumentEncoder instrument = encoder.instrument();
            instrument.mnemonic(mnemonic);
            instrument.instrumentId(id);
            encoder.quantity(quantity);
            encoder.price(price);
        }

        @Override
        public long read(int slot, String mnemonic) {
            PriceUpdateDecoder update = at(slot);
            InstrumentDecoder instrument = update.instrument();
            return PriceFlyweight.sum(
                    isMnemonic(instrument, mnemonic), instrument.instrumentId(), update.quantity(), update.price());
        }

        private PriceUpdateDecoder at(int slot) {
            return decoder.wrap(
                    messages, slot * STRIDE_BYTES, PriceUpdateDecoder.BLOCK_LENGTH, PriceUpdateDecoder.SCHEMA_VERSION);
        }

        /** Without a string, as who cares about garbage compares. */
        private static boolean isMnemonic(InstrumentDecoder instrument, String mnemonic) {
            int length = mnemonic.length();
            for (int i = 0; i < InstrumentDecoder.mnemonicLength(); i++) {
                if (instrument.mnemonic(i) != (i < length ? mnemonic.charAt(i) : 0)) {
                    return false;
                }
            }
            return length <= InstrumentDecoder.mnemonicLength();
        }

        @Override
        public Price decode(int slot) {
            PriceUpdateDecoder update = at(slot);
            InstrumentDecoder instrument = update.instrument();
            return new Price(
                    new Price.Instrument(instrument.mnemonic(), instrument.instrumentId()),
                    update.quantity(),
                    update.price());
        }
    }
}
