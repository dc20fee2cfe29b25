package io.tellask.bench.codec.peers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Model;
import io.tellask.bench.codec.Subject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * What writes into streams: {@code jdk} is Java's object streams, a new pair for each message, since a stream remembers what it has
 * sent; {@code jackson-json} and {@code jackson-cbor} are Jackson 3 with its default settings, a reader and a writer made once
 * for each class. Objects of several classes in one list carry the class's name as a property.
 */
public final class StreamProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return switch (contender) {
            case "jdk" -> (root, types, example) -> ReusedOutput.subject(StreamProvider::write, StreamProvider::read);
            case "jackson-json" -> engine(JsonMapper.builder());
            case "jackson-cbor" -> engine(CBORMapper.builder());
            default -> throw new IllegalArgumentException("no such contender: contender=" + contender);
        };
    }

    private static Engine engine(MapperBuilder<?, ?> builder) {
        NamedType[] names = Stream.of(
                        Model.Customer.class, Model.Order.class, Model.Payment.class, Model.Shipment.class)
                .map(type -> new NamedType(type, type.getSimpleName()))
                .toArray(NamedType[]::new);
        ObjectMapper mapper = builder.addMixIn(Model.Entity.class, Named.class)
                .registerSubtypes(names)
                .build();
        return (root, types, example) -> {
            ObjectWriter writer = mapper.writerFor(root);
            ObjectReader reader = mapper.readerFor(root);
            return ReusedOutput.subject(writer::writeValue, reader::readValue);
        };
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    private interface Named {}

    private static void write(OutputStream out, Object value) throws IOException {
        try (ObjectOutputStream stream = new ObjectOutputStream(out)) {
            stream.writeObject(value);
        }
    }

    @SuppressWarnings("BanSerializableRead") // bytes that this process has written
    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return stream.readObject();
        }
    }

    /** A stream into an array that is kept: {@link java.io.ByteArrayOutputStream} without locks. */
    private static final class ReusedOutput extends OutputStream {
        private static final int INITIAL_BYTES = 1 << 10;

        private byte[] bytes = new byte[INITIAL_BYTES];
        private int length;

        /** Writes a value into a stream. */
        interface Writing {
            void write(OutputStream out, Object value) throws IOException;
        }

        /** Makes a value of a message. */
        interface Reading {
            @Nullable
            Object read(byte[] bytes) throws IOException, ClassNotFoundException;
        }

        /** A codec that writes into such a stream. */
        static Subject subject(Writing writing, Reading reading) {
            ReusedOutput out = new ReusedOutput();
            return new Subject() {
                @Override
                public int encode(Object value) throws IOException {
                    out.length = 0;
                    writing.write(out, value);
                    return out.length;
                }

                @Override
                public byte[] encoded() {
                    return Arrays.copyOf(out.bytes, out.length);
                }

                @Override
                public @Nullable Object decode(byte[] bytes) throws IOException, ClassNotFoundException {
                    return reading.read(bytes);
                }
            };
        }

        @Override
        public void write(int value) {
            reserve(1);
            bytes[length++] = (byte) value;
        }

        @Override
        public void write(byte[] source, int offset, int count) {
            reserve(count);
            System.arraycopy(source, offset, bytes, length, count);
            length += count;
        }

        private void reserve(int count) {
            if (bytes.length - length < count) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
            }
        }
    }
}
