package io.tellask.codec.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Encoding;
import io.tellask.codec.EncodingProvider;
import io.tellask.codec.HeapBudget;
import io.tellask.text.PassedByReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** References to actors in texts of a session are places in a list, and the heap that a text takes is asked for. */
class RemoteReferencesTest {
    private static final HeapBudget ENOUGH = _ -> true;

    interface Bell {}

    record Ringer(String name) implements Bell, PassedByReference {}

    record Door(Bell bell, List<Bell> others, Object any, Map<String, Bell> byName) {}

    private final Bell front = new Ringer("front");
    private final Bell back = new Ringer("back");
    private final List<Bell> list = new ArrayList<>();

    static Stream<Encoding> encodings() {
        return Stream.of(JsonEncoding.of(Codec.standard()), CborEncoding.of(Codec.standard()));
    }

    private byte[] encode(Encoding encoding, @Nullable Object value, Class<?> declared) {
        ByteWriter out = new ByteWriter(16);
        out.references(reference -> {
            if (!list.contains(reference)) {
                list.add((Bell) reference);
            }
            return list.indexOf(reference);
        });
        encoding.encode(value, declared, out);
        return out.toByteArray();
    }

    private @Nullable Object decode(Encoding encoding, byte[] text, Class<?> declared, HeapBudget budget) {
        ByteReader in = new ByteReader(text);
        in.references(number -> {
            if (number >= list.size()) {
                throw new DecodeException("decode: reference=" + number);
            }
            return list.get(number);
        });
        return encoding.decode(in, declared, budget);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void referencesAreWhatTheirPlacesSay(Encoding encoding) {
        Door door = new Door(back, List.of(front, back), front, Map.of("front", front));

        byte[] text = encode(encoding, door, Door.class);

        assertThat(list).containsExactlyInAnyOrder(front, back);
        assertThat(decode(encoding, text, Door.class, ENOUGH)).isEqualTo(door);
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void referenceStandsByItself(Encoding encoding) {
        assertThat(decode(encoding, encode(encoding, front, Bell.class), Bell.class, ENOUGH))
                .isSameAs(front);
    }

    @Test
    void jsonOfReferenceIsItsPlace() {
        byte[] text = encode(JsonEncoding.of(Codec.standard()), new Door(front, List.of(), null, Map.of()), Door.class);

        assertThat(new String(text, UTF_8)).contains("\"bell\":{\"@remote\":0}");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void referencesTravelInSessionsAlone(Encoding encoding) {
        assertThatThrownBy(() -> encoding.encode(front, Bell.class))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is a reference to an actor");
        byte[] text = encode(encoding, front, Bell.class);
        assertThatThrownBy(() -> encoding.decode(text, Bell.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("in a message that brings none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"bell\":{\"@remote\":1}}",
                "{\"bell\":{\"@remote\":-1}}",
                "{\"bell\":{\"@remote\":null}}",
                "{\"bell\":{\"@remote\":\"0\"}}",
                "{\"bell\":{\"@remote\":0.5}}",
                "{\"bell\":{\"@remote\":99999999999}}",
                "{\"bell\":{\"@remote\":0,\"@class\":\"java.lang.String\"}}",
                "{\"bell\":{\"@remote\":0,\"@remote\":0}}",
                "{\"others\":{\"@remote\":0}}",
                "{\"others\":[\"front\"]}",
                "{\"byName\":{\"@remote\":0}}",
                "{\"@remote\":0}"
            })
    void whatIsNoReferenceIsRefused(String text) {
        list.add(front);

        assertThatThrownBy(() -> decode(JsonEncoding.of(Codec.standard()), text.getBytes(UTF_8), Door.class, ENOUGH))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void referenceIsNoString() {
        list.add(front);

        assertThatThrownBy(() -> decode(
                        JsonEncoding.of(Codec.standard()), "{\"@remote\":0}".getBytes(UTF_8), String.class, ENOUGH))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("java.lang.String");
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void heapOfTextIsAskedForBeforeItIsTaken(Encoding encoding) {
        List<List<?>> lists = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            lists.add(new ArrayList<>());
        }
        byte[] text = encode(encoding, lists, Object.class);
        long[] taken = {0};
        HeapBudget measure = bytes -> (taken[0] += bytes) > 0;

        decode(encoding, text, Object.class, measure);
        assertThat(taken[0]).isGreaterThan(10_000L * 500);

        long[] left = {taken[0] / 2};
        assertThatThrownBy(() -> decode(encoding, text, Object.class, bytes -> (left[0] -= bytes) >= 0))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("heap bytes=")
                .hasMessageContaining("send fewer elements at once");
    }

    @Test
    void heapOfObjectsIsAskedForAlso() {
        byte[] text = new byte[200];
        java.util.Arrays.fill(text, (byte) '1');
        text[0] = '"';
        text[199] = '"';

        assertThatThrownBy(() -> decode(JsonEncoding.of(Codec.standard()), text, Object.class, _ -> false))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void providersAreFoundByName() {
        assertThat(ServiceLoader.load(EncodingProvider.class))
                .extracting(EncodingProvider::name)
                .containsExactlyInAnyOrder("json", "cbor");
        assertThat(ServiceLoader.load(EncodingProvider.class))
                .extracting(provider -> provider.of(Codec.standard()).mediaType())
                .containsExactlyInAnyOrder("application/json", "application/cbor");
    }
}
