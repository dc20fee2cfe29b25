package io.tellask.bench.codec.peers;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import io.tellask.bench.codec.model.Customer;
import io.tellask.bench.codec.model.Entity;
import io.tellask.bench.codec.model.Order;
import io.tellask.bench.codec.model.Payment;
import io.tellask.bench.codec.model.Shipment;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.cfg.MapperBuilder;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.cbor.CBORMapper;

/**
 * Jackson 3 with its default settings, a reader and a writer made once for each class: {@code jackson-json} and {@code
 * jackson-cbor}. Objects of several classes in one list carry the class's name as a property.
 */
public final class JacksonProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return switch (contender) {
            case "jackson-json" -> engine(JsonMapper.builder());
            case "jackson-cbor" -> engine(CBORMapper.builder());
            default -> throw new IllegalArgumentException("no such contender: contender=" + contender);
        };
    }

    private static Engine engine(MapperBuilder<?, ?> builder) {
        ObjectMapper mapper = builder.addMixIn(Entity.class, Named.class)
                .registerSubtypes(Customer.class, Order.class, Payment.class, Shipment.class)
                .build();
        return (root, types, example) -> new JacksonSubject(mapper.writerFor(root), mapper.readerFor(root));
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    private interface Named {}

    private static final class JacksonSubject implements Subject {
        private final ObjectWriter writer;
        private final ObjectReader reader;
        private final ReusedOutput out = new ReusedOutput();

        JacksonSubject(ObjectWriter writer, ObjectReader reader) {
            this.writer = writer;
            this.reader = reader;
        }

        @Override
        public int encode(Object value) {
            out.clear();
            writer.writeValue(out, value);
            return out.length();
        }

        @Override
        public byte[] encoded() {
            return out.toByteArray();
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            return reader.readValue(bytes);
        }
    }
}
