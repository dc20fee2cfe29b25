package io.tellask.bench.aeron;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Model;
import io.tellask.bench.codec.Subject;
import io.tellask.bench.codec.Workload;
import java.util.Arrays;
import java.util.Objects;

/** A price as an object, by a contender of the codec suite. Every message is encoded anew and decoded into new objects. */
final class EngineForm implements UpdateForm {
    private final Model.Price price = (Model.Price) Workload.PRICE.value();
    private final Model.Price expected = (Model.Price) Workload.PRICE.value();
    private final Subject subject;
    private byte[] encoded;

    EngineForm(String provider, String contender) {
        subject = Engine.open(provider, contender)
                .meet(Workload.PRICE.root(), Workload.PRICE.types(), Workload.PRICE.value());
        try {
            subject.encode(price); // teaches a decoder of the same process what a session's first message describes
        } catch (Exception e) {
            throw new IllegalStateException("contender cannot encode: contender=" + contender, e);
        }
        encoded = subject.encoded();
    }

    @Override
    public int encode(long sequence) throws Exception {
        price.timestamp = sequence;
        price.bidQty = ~sequence;
        int length = subject.encode(price);
        encoded = subject.encoded();
        return length;
    }

    @Override
    public byte[] bytes() {
        return encoded;
    }

    @Override
    public void decode(byte[] bytes, int length, long sequence) throws Exception {
        Model.Price found = (Model.Price) Objects.requireNonNull(subject.decode(Arrays.copyOf(bytes, length)));
        if (found.timestamp != sequence
                || found.bidQty != ~sequence
                || found.bid != expected.bid
                || found.ask != expected.ask
                || found.askQty != expected.askQty
                || found.instrumentId != expected.instrumentId
                || found.type != expected.type
                || found.instrument.id != expected.instrument.id
                || !found.symbol.equals(expected.symbol)
                || !found.exchange.equals(expected.exchange)
                || !found.instrument.mnemonic.equals(expected.instrument.mnemonic)
                || !found.instrument.description.equals(expected.instrument.description)) {
            throw UpdateForm.wrong(found.timestamp, sequence);
        }
    }
}
