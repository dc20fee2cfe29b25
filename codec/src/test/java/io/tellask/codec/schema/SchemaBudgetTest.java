package io.tellask.codec.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.FormerName;
import io.tellask.codec.Inside;
import io.tellask.codec.ScopedDecoder;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.Descriptor.HierarchyPartSpec;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What descriptions of classes may cost: linear work, and a budget of heap for each message and session. */
@Isolated
class SchemaBudgetTest {
    private static final int FIELDS = 12_000;

    /** Quadratic work took seconds of CPU for so many fields. */
    private static final long MOST_CPU_NANOS = 1_000_000_000;

    static class Plain implements Serializable {
        int number;

        @FormerName("old")
        String text;

        @FormerName("older")
        Object other;
    }

    record Small(int number, long wide, String text) implements Serializable {}

    static class Hooked implements Serializable {
        int number;

        @FormerName("old")
        String text;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    enum Kinds {
        OBJECT(Plain.class) {
            @Override
            Descriptor written(List<FieldSpec> fields) {
                return new Descriptor(Descriptor.OBJECT, type.getName(), fields);
            }
        },
        RECORD(Small.class) {
            @Override
            Descriptor written(List<FieldSpec> fields) {
                return new Descriptor(Descriptor.RECORD, type.getName(), fields);
            }
        },
        HOOKED(Hooked.class) {
            @Override
            Descriptor written(List<FieldSpec> fields) {
                return Descriptor.hooked(type.getName(), List.of(new HierarchyPartSpec("", 0, fields)));
            }
        },
        GAINED_HOOKS(Hooked.class) {
            @Override
            Descriptor written(List<FieldSpec> fields) {
                return new Descriptor(Descriptor.OBJECT, type.getName(), fields);
            }
        },
        LOST_HOOKS(Plain.class) {
            @Override
            Descriptor written(List<FieldSpec> fields) {
                HierarchyPartSpec part = new HierarchyPartSpec("gone.Parent", 0, fields);
                return Descriptor.hooked(type.getName(), List.of(part));
            }
        };

        final Class<?> type;

        Kinds(Class<?> type) {
            this.type = type;
        }

        abstract Descriptor written(List<FieldSpec> fields);
    }

    /** Fields of references by rising names. */
    private static List<FieldSpec> fields(int count, IntFunction<String> name) {
        return IntStream.range(0, count)
                .mapToObj(name)
                .sorted()
                .map(each -> new FieldSpec('L', each))
                .toList();
    }

    /** A short name for a number. */
    private static String letters(int number) {
        StringBuilder name = new StringBuilder("e");
        for (int rest = number; rest > 0; rest /= 20) {
            name.append((char) ('a' + rest % 20));
        }
        return name.toString();
    }

    private static byte[] messageOf(Descriptor descriptor, int fields) {
        ByteWriter out = new ByteWriter(descriptor.bytes.length + fields + 16);
        out.writeByte(0);
        out.writeByte(HeadNumbers.FIRST_DESCRIBED);
        out.writeVarInt(descriptor.bytes.length);
        out.writeBytes(descriptor.bytes, 0, descriptor.bytes.length);
        out.writeBytes(new byte[fields], 0, fields);
        return out.toByteArray();
    }

    private static long cpuNanosOf(Runnable task) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        task.run();
        return threads.getCurrentThreadCpuTime() - before;
    }

    @ParameterizedTest
    @EnumSource(Kinds.class)
    void matchingUnknownFieldsIsLinear(Kinds kind) {
        for (String form : List.of("%s", "%s#old", "%s#text")) {
            int count = form.length() == 2 ? FIELDS : FIELDS / 3;
            List<FieldSpec> fields = fields(count, i -> form.formatted(letters(i)));
            byte[] message = messageOf(kind.written(fields), fields.size());
            Codec codec = Codec.builder().allow(kind.type).build();

            long nanos = cpuNanosOf(() -> {
                for (int round = 0; round < 3; round++) {
                    assertThat(codec.decode(message, kind.type)).isInstanceOf(kind.type);
                }
            });

            assertThat(nanos).as("form=%s", form).isLessThan(MOST_CPU_NANOS);
        }
    }

    @Test
    void recordWrittenWithThousandsOfComponentsKeepsThoseThatAreHere() {
        List<FieldSpec> fields = new ArrayList<>(List.of(new FieldSpec('S', "number"), new FieldSpec('J', "wide")));
        fields.addAll(fields(8_000, i -> "x%04d".formatted(i)));
        Descriptor descriptor = new Descriptor(Descriptor.RECORD, Small.class.getName(), fields);
        byte[] message = messageOf(descriptor, 8_003);
        message[message.length - 8_003] = 7;
        message[message.length - 8_001] = (18 << 1) + 1;
        Codec codec = Codec.builder().allow(Small.class).build();

        for (int i = 0; i < 100; i++) { // the reader of a common version is generated
            assertThat(codec.decode(message, Small.class)).isEqualTo(new Small(7, 9, null));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 130, 190})
    void recordWrittenWithMoreNumbersThanAMethodTakesIsRead(int count) {
        List<FieldSpec> fields = IntStream.range(0, count)
                .mapToObj(i -> new FieldSpec('D', "d%03d".formatted(i)))
                .toList();
        byte[] message = messageOf(new Descriptor(Descriptor.RECORD, Small.class.getName(), fields), 8 * count);
        Codec codec = Codec.builder().allow(Small.class).build();

        for (int i = 0; i < 100; i++) {
            assertThat(codec.decode(message, Small.class)).isEqualTo(new Small(0, 0, null));
        }
    }

    @Test
    void messageMayDescribeClassesUpToItsBudget() {
        Descriptor descriptor = Kinds.OBJECT.written(fields(100, i -> "f%02d".formatted(i)));
        byte[] message = messageOf(descriptor, 100);
        Codec fits = limitedTo(descriptor.heapBytes);
        Codec tooLarge = limitedTo(descriptor.heapBytes - 1);

        assertThat(fits.decode(message, Plain.class)).isInstanceOf(Plain.class);
        assertThatThrownBy(() -> tooLarge.decode(message, Plain.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(
                        "schemaBytes=" + descriptor.heapBytes + " > limits.schemaBytes=" + (descriptor.heapBytes - 1));
        int own = ((DescribedCodec) Inside.tableOf(fits).codecOf(Plain.class)).descriptor.heapBytes;
        assertThatCode(() -> limitedTo(own).encode(new Plain())).doesNotThrowAnyException();
        assertThatThrownBy(() -> limitedTo(own - 1).encode(new Plain()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("schemaBytes=" + own + " > limits.schemaBytes=" + (own - 1));
    }

    private static Codec limitedTo(int schemaBytes) {
        return Codec.builder()
                .allow(Plain.class)
                .limits(CodecLimits.standard().withSchemaBytes(schemaBytes))
                .build();
    }

    @Test
    void sessionMayDescribeClassesUpToItsBudget() {
        Descriptor descriptor = Kinds.OBJECT.written(fields(100, i -> "f%02d".formatted(i)));
        ScopedDecoder decoder = limitedTo(3 * descriptor.heapBytes).newScopedDecoder();

        for (int id = 0; id < 3; id++) {
            decoder.learn(id, new ByteReader(descriptor.bytes));
        }
        assertThat(decoder.schemaBytes()).isEqualTo(3L * descriptor.heapBytes);
        assertThatThrownBy(() -> decoder.learn(3, new ByteReader(descriptor.bytes)))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("schemaBytes=" + 4 * descriptor.heapBytes + " > limits.schemaBytes="
                        + 3 * descriptor.heapBytes + ", id=3");

        int own = ((DescribedCodec) Inside.tableOf(Codec.standard()).codecOf(Plain.class)).descriptor.heapBytes;
        assertThatThrownBy(() -> limitedTo(own - 1)
                        .newScopedEncoder((_, _) -> {})
                        .encode(new Plain(), Plain.class, new ByteWriter(64)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("limits.schemaBytes=" + (own - 1));
    }

    /** Versions of one class that differ in the names of fields unknown here. */
    private static Descriptor version(int number) {
        return Kinds.OBJECT.written(fields(2_000, i -> "v%x_%x".formatted(number, i)));
    }

    @Test
    void descriptorsTakeNoMoreHeapThanTheyCount() {
        Codec codec = Codec.builder().allow(Plain.class).build();
        codec.decode(messageOf(version(-1), 2_000), Plain.class);
        List<ScopedDecoder> sessions = new ArrayList<>();
        long counted = 0;
        long before = usedBytes();
        for (int i = 0; i < 40; i++) {
            ScopedDecoder session = codec.newScopedDecoder();
            Descriptor written = version(i);
            session.learn(0, new ByteReader(written.bytes));
            byte[] body = new byte[2_002];
            body[0] = 1 << 5;
            body[1] = HeadNumbers.FIRST_DESCRIBED;
            assertThat(session.decode(new ByteReader(body), Plain.class)).isInstanceOf(Plain.class);
            counted += session.schemaBytes();
            sessions.add(session);
        }

        long used = usedBytes() - before;
        assertThat(used).isLessThan(counted);
        assertThat(sessions).hasSize(40);
    }

    private static long usedBytes() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Test
    void limitIsPositive() {
        assertThatThrownBy(() -> CodecLimits.standard().withSchemaBytes(0)).hasMessageContaining("schemaBytes=0");
        assertThatThrownBy(() -> CodecLimits.standard().withUnknownNames(0)).hasMessageContaining("unknownNames=0");
    }
}
