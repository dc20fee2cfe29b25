package io.tellask.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One graph of more than 2 GiB through a pipe, in a JVM whose heap has no room for it: the program, and what starts it.
 *
 * <p>{@code lines} and {@code arrays} are made when they are written and dropped when they are read, by a custom codec;
 * {@code shared-arrays} and {@code list} are objects of the heap on both sides.
 */
final class GiantGraph {
    private static final int ARRAY_BYTES = 64 << 20;

    private GiantGraph() {}

    record Line(long id, String text, double price) {}

    /** So many lines, of which each exists only while it is written or read. */
    record Lines(int count) {}

    /** So many arrays, the same. */
    record Arrays64(int count) {}

    private static final class LinesCodec implements CustomCodec<Lines> {
        @Override
        public void write(Lines value, BodyWriter out) {
            out.writeInt(value.count());
            for (int i = 0; i < value.count(); i++) {
                out.writeObject(line(i));
            }
        }

        @Override
        public Lines read(BodyReader in) {
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                if (!line(i).equals(in.readObject())) {
                    throw new IllegalStateException("line=" + i + " is another");
                }
            }
            return new Lines(count);
        }
    }

    private static final class ArraysCodec implements CustomCodec<Arrays64> {
        @Override
        public void write(Arrays64 value, BodyWriter out) {
            byte[] array = array();
            out.writeInt(value.count());
            for (int i = 0; i < value.count(); i++) {
                out.writeObject(array);
            }
        }

        @Override
        public Arrays64 read(BodyReader in) {
            byte[] expected = array();
            int count = in.readInt();
            for (int i = 0; i < count; i++) {
                if (!Arrays.equals(expected, in.readObject(byte[].class))) {
                    throw new IllegalStateException("array=" + i + " is another");
                }
            }
            return new Arrays64(count);
        }
    }

    private static byte[] array() {
        byte[] array = new byte[ARRAY_BYTES];
        for (int i = 0; i < array.length; i++) {
            array[i] = (byte) (i * 31 >> 3);
        }
        return array;
    }

    private static Line line(int i) {
        return new Line(i, "the text of a line that is about as long, " + i, i / 8.0);
    }

    private static Object graph(String kind, int count) {
        return switch (kind) {
            case "lines" -> new Lines(count);
            case "arrays" -> new Arrays64(count);
            case "shared-arrays" -> {
                byte[][] arrays = new byte[count][];
                Arrays.fill(arrays, array());
                yield arrays;
            }
            default -> {
                List<Line> lines = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    lines.add(line(i));
                }
                yield lines;
            }
        };
    }

    /** What a JVM with so little heap prints of a graph of a kind and size. */
    static String send(String heap, String kind, int count, MessageForm form) throws Exception {
        String java = System.getProperty("java.home") + "/bin/java";
        String classPath = System.getProperty("java.class.path");
        Process process = new ProcessBuilder(
                        List.of(java, heap, "-cp", classPath, GiantGraph.class.getName(), kind, "" + count, "" + form))
                .redirectErrorStream(true)
                .start();
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> {
            try {
                return new String(process.getInputStream().readAllBytes(), UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        if (!process.waitFor(10, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return output.get(1, TimeUnit.MINUTES);
    }

    static void main(String... arguments) throws Exception {
        String kind = arguments[0];
        int count = Integer.parseInt(arguments[1]);
        MessageForm form = MessageForm.valueOf(arguments[2]);
        Codec codec = Codec.builder()
                .trackReferences(false)
                .form(form)
                .allow(Line.class)
                .custom(Lines.class, new LinesCodec())
                .custom(Arrays64.class, new ArraysCodec())
                .limits(CodecLimits.standard()
                        .withStreamedBytes(1L << 40)
                        .withObjects(Integer.MAX_VALUE)
                        .withArraySlots(Integer.MAX_VALUE - 1))
                .build();
        Object graph = graph(kind, count);
        long began = System.nanoTime();
        long written = write(codec, graph, OutputStream.nullOutputStream());
        double writing = (System.nanoTime() - began) / 1e9;
        began = System.nanoTime();
        send(codec, graph);
        double both = (System.nanoTime() - began) / 1e9;
        System.out.printf(
                Locale.ROOT,
                "bytes=%d, write MB/s=%.0f, write and read MB/s=%.0f, most heap MB=%d, %s %d %s%n",
                written,
                written / writing / 1e6,
                written / both / 1e6,
                mostHeap() >> 20,
                kind,
                count,
                form);
    }

    private static void send(Codec codec, Object graph) throws Exception {
        Pipe pipe = Pipe.open();
        CompletableFuture<Long> writer = CompletableFuture.supplyAsync(() -> {
            try (OutputStream target = Channels.newOutputStream(pipe.sink())) {
                return write(codec, graph, target);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (InputStream source = new BufferedInputStream(Channels.newInputStream(pipe.source()), 1 << 16);
                GraphInput in = codec.newGraphInput(source)) {
            Object back = in.read(graph instanceof byte[][] ? byte[][].class : Object.class);
            boolean same =
                    graph instanceof Object[] arrays ? Arrays.deepEquals(arrays, (Object[]) back) : graph.equals(back);
            if (!same || in.hasNext()) {
                throw new IllegalStateException("another graph came back");
            }
        }
        writer.get();
    }

    private static long write(Codec codec, Object graph, OutputStream target) throws IOException {
        long[] bytes = new long[1];
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                bytes[0]++;
                target.write(value);
            }

            @Override
            public void write(byte[] source, int offset, int length) throws IOException {
                bytes[0] += length;
                target.write(source, offset, length);
            }
        };
        GraphOutput out = codec.newGraphOutput(counting);
        out.write(graph);
        out.finish();
        return bytes[0];
    }

    private static long mostHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .mapToLong(pool -> pool.getPeakUsage().getUsed())
                .sum();
    }
}
