package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * A message and a stored value that an old version of a model wrote, kept in {@code golden/old}: today's version reads
 * them, and the old version still writes the same bytes.
 *
 * <p>{@link #main} writes the files anew, into the directory given.
 */
class OldVersionsGoldenTest {
    private static final CompiledClasses OLD = CompiledClasses.of(Map.of("model.Order", """
            package model;
            public class Order extends Entity {
                int amount = 3; float price = 1.5f; String client = "ada"; State state = State.SHIPPED; Object gone = new Tag("x");
                java.util.List<Tag> tags = new java.util.ArrayList<>(java.util.List.of(new Tag("a"), new Tag("b")));
                Order previous = this;
                public Order() {}
            }
            class Entity { long version = 7; String client = "hidden"; }
            enum State { NEW, SHIPPED, LOST }
            record Tag(String text) {}
            """));

    private static final CompiledClasses NEW = CompiledClasses.of(Map.of("model.Order", """
            package model;
            import io.tellask.codec.*;
            public class Order extends Entity {
                long amount; double price; @FormerName("client") String customer; State state;
                java.util.Collection<Label> tags; Order previous; boolean added;
                public String toString() {
                    return amount + " " + price + " " + customer + " " + client + " " + version + " " + state + " " + tags + " "
                            + (previous == this) + " " + added;
                }
            }
            class Entity extends Root { String client; }
            class Root { Long version; }
            enum State { SENT, @FormerName("SHIPPED") DELIVERED, NEW, @DefaultConstant UNKNOWN }
            @FormerName("model.Tag") record Label(@FormerName("text") CharSequence name, int weight) {}
            """));

    private static final String READ =
            "3 1.5 ada hidden 7 DELIVERED [Label[name=a, weight=0], Label[name=b, weight=0]] true false";
    private static final Codec CODEC = Codec.builder().allowPackage("model").build();

    private static Object order() throws ReflectiveOperationException {
        return OLD.type("model.Order").getConstructor().newInstance();
    }

    /** The value as a store keeps it, with each descriptor before it: fingerprint, length, bytes. */
    private static byte[] stored(Object value) {
        ByteWriter out = new ByteWriter(256);
        ByteWriter message = new ByteWriter(256);
        CODEC.newStoreEncoder((fingerprint, descriptor) -> {
                    out.writeInt64(fingerprint);
                    out.writeByteArray(descriptor);
                })
                .encode(value, value.getClass(), message);
        out.writeInt64(0);
        out.writeBytes(message.array(), 0, message.position());
        return out.toByteArray();
    }

    @Test
    void oldVersionStillWritesTheSameBytes() throws Exception {
        assertThat(CODEC.encode(order())).isEqualTo(golden("message"));
        assertThat(stored(order())).isEqualTo(golden("stored"));
    }

    @Test
    void messageOfTheOldVersionIsRead() throws Exception {
        Class<?> type = NEW.type("model.Order");
        Codec codec = CODEC.toBuilder()
                .allow(NEW.type("model.Label"))
                .unknownClasses(UnknownClasses.SKIP)
                .build();

        assertThat(codec.decode(golden("message"), type)).hasToString(READ);
    }

    @Test
    void storedValueOfTheOldVersionIsRead() throws Exception {
        Class<?> type = NEW.type("model.Order");
        ByteReader in = new ByteReader(golden("stored"));
        Map<Long, byte[]> descriptors = new HashMap<>();
        for (long fingerprint = in.readInt64(); fingerprint != 0; fingerprint = in.readInt64()) {
            descriptors.put(fingerprint, in.readByteArray());
        }
        Codec codec = CODEC.toBuilder().allow(NEW.type("model.Label")).build();

        assertThat(descriptors).hasSize(3);
        assertThat(codec.newStoreDecoder(descriptors::get).decode(in, type)).hasToString(READ);
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream file = OldVersionsGoldenTest.class.getResourceAsStream("/golden/old/" + name + ".hex")) {
            String hex = new String(file.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
            return HexFormat.of().parseHex(hex);
        }
    }

    /** Writes both golden files into the directory named by the first argument. */
    static void main(String... arguments) throws Exception {
        for (Map.Entry<String, byte[]> file : Map.of("message", CODEC.encode(order()), "stored", stored(order()))
                .entrySet()) {
            String hex = HexFormat.ofDelimiter(" ").formatHex(file.getValue());
            Files.writeString(Path.of(arguments[0], file.getKey() + ".hex"), hex.replaceAll("(.{95}) ", "$1\n") + "\n");
        }
    }
}
