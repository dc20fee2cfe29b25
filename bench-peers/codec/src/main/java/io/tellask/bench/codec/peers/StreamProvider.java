package io.tellask.bench.codec.peers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Model;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.util.stream.Stream;
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
}
