package io.tellask.bench.struct;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.ScopedEncoder;
import io.tellask.struct.StructRecords;
import io.tellask.struct.StructType;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.stream.IntStream;

/** Opens the codecs of this module: structs, Tellask's codec, the JDK's serialization, and a limit written by hand. */
public final class OwnPrices implements PriceCodec.Provider {
    @Override
    public PriceCodec open(String contender) {
        return switch (contender) {
            case "tellask-array" -> new OfArray();
            case "tellask-segment" -> new OfSegment();
            case "tellask-records" -> new OfRecords();
            case "tellask-codec" -> new OfCodec();
            case "jdk" -> new OfJdk();
            case "limit-array" -> new ArrayPrices();
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    /** One view, moved to each message. */
    private abstract static class OfStruct implements PriceFlyweight {
        final StructType<PriceUpdate> type = StructType.of(PriceUpdate.class);
        final int sizeBytes = type.layout().sizeBytes();

        abstract PriceUpdate at(int slot);

        @Override
        public final void write(int slot, String mnemonic, long id, int quantity, double price) {
            PriceUpdate update = at(slot);
            PriceUpdate.Instrument instrument = update.instrument();
            instrument.mnemonic(mnemonic);
            instrument.id(id);
            update.quantity(quantity);
            update.price(price);
        }

        @Override
        public final long read(int slot, String mnemonic) {
            PriceUpdate update = at(slot);
            PriceUpdate.Instrument instrument = update.instrument();
            return PriceFlyweight.sum(
                    instrument.mnemonicEquals(mnemonic), instrument.id(), update.quantity(), update.price());
        }

        @Override
        public Price decode(int slot) {
            PriceUpdate update = at(slot);
            PriceUpdate.Instrument instrument = update.instrument();
            return new Price(
                    new Price.Instrument(instrument.mnemonic(), instrument.id()), update.quantity(), update.price());
        }
    }

    private static class OfArray extends OfStruct {
        private final byte[] messages = new byte[SLOTS * sizeBytes];
        private final PriceUpdate view = type.view(messages, 0);

        @Override
        final PriceUpdate at(int slot) {
            type.move(view, messages, slot * sizeBytes);
            return view;
        }
    }

    private static final class OfRecords extends OfArray {
        private final StructRecords<PriceUpdate, Price> records =
                StructRecords.of(type, Price.class, MethodHandles.lookup());

        @Override
        public void encode(int slot, Price price) {
            records.write(at(slot), price);
        }

        @Override
        public Price decode(int slot) {
            return records.read(at(slot));
        }
    }

    private static final class OfSegment extends OfStruct {
        private final MemorySegment messages = Arena.ofAuto().allocate((long) SLOTS * sizeBytes, Long.BYTES);
        private final PriceUpdate view = type.view(messages, 0);

        @Override
        PriceUpdate at(int slot) {
            type.move(view, messages, (long) slot * sizeBytes);
            return view;
        }
    }

    /** A session's encoder and decoder: the classes were described before the first message. */
    private static final class OfCodec implements PriceCodec {
        private final Codec codec =
                Codec.builder().allow(Price.class, Price.Instrument.class).build();
        private final ScopedDecoder decoder = codec.newScopedDecoder();
        private final ScopedEncoder encoder =
                codec.newScopedEncoder((id, descriptor) -> decoder.learn(id, new ByteReader(descriptor)));
        private final ByteReader in = new ByteReader();
        private final ByteWriter[] messages =
                IntStream.range(0, SLOTS).mapToObj(i -> new ByteWriter(128)).toArray(ByteWriter[]::new);

        @Override
        public void encode(int slot, Price price) {
            ByteWriter out = messages[slot];
            out.clear();
            encoder.encode(price, Price.class, out);
        }

        @Override
        public Price decode(int slot) {
            ByteWriter message = messages[slot];
            in.wrap(message.array(), 0, message.position());
            return (Price) Objects.requireNonNull(decoder.decode(in, Price.class));
        }
    }

    private static final class OfJdk implements PriceCodec {
        private final byte[][] messages = new byte[SLOTS][];
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public void encode(int slot, Price price) throws IOException {
            bytes.reset();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(price);
            }
            messages[slot] = bytes.toByteArray();
        }

        @Override
        @SuppressWarnings("BanSerializableRead") // what is measured, of bytes that this class wrote
        public Price decode(int slot) throws IOException {
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(messages[slot]))) {
                return (Price) in.readObject();
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }
    }
}
