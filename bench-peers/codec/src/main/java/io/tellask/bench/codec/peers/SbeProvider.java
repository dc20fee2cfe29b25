package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Model;
import io.tellask.bench.codec.Subject;
import io.tellask.bench.codec.peers.sbe.FlatPriceDecoder;
import io.tellask.bench.codec.peers.sbe.FlatPriceEncoder;
import io.tellask.bench.codec.peers.sbe.MessageHeaderDecoder;
import io.tellask.bench.codec.peers.sbe.MessageHeaderEncoder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/** {@code sbe}: flyweights generated from {@code price.xml}, copied into and out of the objects; nothing but the price. */
public final class SbeProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return (root, types, example) -> subject(root);
    }

    private static Subject subject(Class<?> root) {
        if (root == Model.Price.class) {
            return new PriceSubject();
        }
        throw new UnsupportedOperationException("SBE is for flat messages: class=" + root.getSimpleName());
    }

    private static final class PriceSubject implements Subject {
        private static final int MOST_BYTES = 1 << 10;

        private final byte[] bytes = new byte[MOST_BYTES];
        private final UnsafeBuffer out = new UnsafeBuffer(bytes);
        private final UnsafeBuffer in = new UnsafeBuffer(0, 0);
        private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
        private final MessageHeaderDecoder headerDecoder = new MessageHeaderDecoder();
        private final FlatPriceEncoder encoder = new FlatPriceEncoder();
        private final FlatPriceDecoder decoder = new FlatPriceDecoder();
        private int length;

        @Override
        public int encode(Object value) {
            Model.Price price = (Model.Price) value;
            Model.Instrument instrument = price.instrument;
            encoder.wrapAndApplyHeader(out, 0, headerEncoder)
                    .instrumentId(price.instrumentId)
                    .bid(price.bid)
                    .ask(price.ask)
                    .bidQty(price.bidQty)
                    .askQty(price.askQty)
                    .timestamp(price.timestamp)
                    .type(price.type)
                    .id(instrument.id)
                    .symbol(price.symbol)
                    .exchange(price.exchange)
                    .mnemonic(instrument.mnemonic)
                    .description(instrument.description);
            length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.encodedLength();
            return length;
        }

        @Override
        public byte[] encoded() {
            return Arrays.copyOf(bytes, length);
        }

        @Override
        public Object decode(byte[] message) {
            in.wrap(message);
            decoder.wrapAndApplyHeader(in, 0, headerDecoder);
            Model.Price price = new Model.Price();
            Model.Instrument instrument = new Model.Instrument();
            price.instrumentId = decoder.instrumentId();
            price.bid = decoder.bid();
            price.ask = decoder.ask();
            price.bidQty = decoder.bidQty();
            price.askQty = decoder.askQty();
            price.timestamp = decoder.timestamp();
            price.type = (char) decoder.type();
            instrument.id = decoder.id();
            price.symbol = decoder.symbol();
            price.exchange = decoder.exchange();
            instrument.mnemonic = decoder.mnemonic();
            instrument.description = decoder.description();
            price.instrument = instrument;
            return price;
        }
    }
}
