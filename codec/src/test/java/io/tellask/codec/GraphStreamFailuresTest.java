package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams of graphs whose source or target fails, whose graphs use them, or which have what is refused. */
class GraphStreamFailuresTest {
    private static final Codec CODEC =
            Codec.builder().allowPackage("io.tellask.codec").build();

    /** Fails once, when so many bytes were read. */
    private static final class FailsOnce extends FilterInputStream {
        private int left;

        FailsOnce(byte[] bytes, int left) {
            super(new ByteArrayInputStream(bytes));
            this.left = left;
        }

        @Override
        public int read() throws IOException {
            if (left-- == 0) {
                throw new SocketTimeoutException("slow");
            }
            return super.read();
        }

        @Override
        public int read(byte[] target, int at, int most) throws IOException {
            if (most == 0) {
                return 0;
            }
            if (left == 0) {
                left = -1;
                throw new SocketTimeoutException("slow");
            }
            int count = super.read(target, at, left > 0 ? Math.min(most, left) : most);
            left -= left > 0 ? count : 0;
            return count;
        }
    }

    private static final class Target extends FilterOutputStream {
        private int writes;

        Target(OutputStream bytes, int writes) {
            super(bytes);
            this.writes = writes;
        }

        @Override
        public void write(byte[] source, int at, int count) throws IOException {
            if (writes-- == 0) {
                throw new IOException("full");
            }
            out.write(source, at, count);
        }
    }

    private static final class WritesItself implements Serializable {
        private static final long serialVersionUID = 1;

        private static final ThreadLocal<@Nullable GraphOutput> STREAM = new ThreadLocal<>();
        private static final List<Throwable> FAILURES = new ArrayList<>();

        private int number = 7;

        private void writeObject(ObjectOutputStream out) throws IOException {
            GraphOutput stream = STREAM.get();
            if (stream != null) {
                for (Call call : List.<Call>of(() -> stream.write("inner"), stream::finish, stream::close)) {
                    try {
                        call.run();
                    } catch (IllegalStateException e) {
                        FAILURES.add(e);
                    }
                }
            }
            out.defaultWriteObject();
        }

        private interface Call {
            void run() throws IOException;
        }
    }

    private static byte[] stream(Object... graphs) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GraphOutput out = CODEC.newGraphOutput(bytes)) {
            for (Object graph : graphs) {
                out.write(graph);
            }
        }
        return bytes.toByteArray();
    }

    private static List<String> readAll(InputStream source) {
        GraphInput in = CODEC.newGraphInput(source);
        List<String> read = new ArrayList<>();
        for (int attempt = 0; attempt < 8; attempt++) {
            try {
                if (!in.hasNext()) {
                    read.add("end");
                    return read;
                }
                Object value = in.read(Object.class);
                read.add(value instanceof byte[] bytes ? "bytes " + bytes.length : String.valueOf(value));
            } catch (DecodeException e) {
                read.add("refused");
                assertThat(e).hasMessageContaining("offset=");
            } catch (IOException e) {
                read.add("failed");
            }
        }
        return read;
    }

    @ParameterizedTest
    @ValueSource(ints = {1_000, 3 << 20})
    void bytesOfAGraphAreNeverTakenForGraphs(int length) throws IOException {
        byte[] evil = HexFormat.of().parseHex("0205820345564c".repeat(4));
        byte[] within = new byte[length];
        for (int at = 0; at + evil.length <= length; at += evil.length) {
            System.arraycopy(evil, 0, within, at, evil.length);
        }
        byte[] whole = stream("one", within, "two");
        assertThat(readAll(new ByteArrayInputStream(whole))).containsExactly("one", "bytes " + length, "two", "end");
        for (int at = 11; at < 60; at++) {
            assertThat(readAll(new FailsOnce(whole, at)))
                    .as("at=%d", at)
                    .isSubsetOf("one", "bytes " + length, "two", "end", "failed", "refused")
                    .contains("failed");
        }
    }

    @Test
    void aSourceMayFailBetweenGraphs() throws IOException {
        byte[] whole = stream("one", "two");
        int first = 5 + 2 + 5;
        assertThat(readAll(new FailsOnce(whole, first))).containsExactly("one", "failed", "two", "end");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void nothingIsWrittenBehindAFailureOfTheTarget(int writes) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        GraphOutput out = CODEC.newGraphOutput(new Target(bytes, writes));
        for (int i = 0; i < writes; i++) {
            out.write("before");
        }
        assertThatThrownBy(() -> out.write("lost")).isInstanceOf(IOException.class);
        int length = bytes.size();
        assertThatThrownBy(() -> out.write("behind"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("open another");
        out.close();
        assertThat(bytes.size()).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2 << 20})
    void whatTheTargetThrowsIsTheFailure(int length) throws IOException {
        OutputStream failing = new OutputStream() {
            @Override
            public void write(int one) {
                throw new IllegalStateException("closed");
            }
        };
        GraphOutput out = CODEC.newGraphOutput(failing);
        assertThatThrownBy(() -> out.write(new byte[length])).hasStackTraceContaining("IllegalStateException: closed");
        assertThatThrownBy(() -> out.write("behind"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("open another");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2 << 20})
    void aHookCannotUseTheStreamThatTakesIt(int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WritesItself.FAILURES.clear();
        try (GraphOutput out = CODEC.newGraphOutput(bytes)) {
            WritesItself.STREAM.set(out);
            out.write(List.of(new byte[length], new WritesItself(), "behind"));
            out.write("next");
        } finally {
            WritesItself.STREAM.remove();
        }
        assertThat(WritesItself.FAILURES)
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(each -> assertThat(each).hasMessageContaining("stream that takes it"));
        GraphInput in = CODEC.newGraphInput(new ByteArrayInputStream(bytes.toByteArray()));
        List<?> list = (List<?>) in.read(Object.class);
        assertThat((byte[]) list.get(0)).hasSize(length);
        assertThat(((WritesItself) list.get(1)).number).isEqualTo(7);
        assertThat(list.get(2)).isEqualTo("behind");
        assertThat(in.read(String.class)).isEqualTo("next");
        assertThat(in.hasNext()).isFalse();
    }

    @Test
    void aFrameOverTheLimitIsPassedOver() throws IOException {
        Codec narrow =
                Codec.builder().limits(CodecLimits.standard().withBytes(100)).build();
        GraphInput in = narrow.newGraphInput(new ByteArrayInputStream(stream("one", new byte[300], "two")));
        assertThat(in.read(String.class)).isEqualTo("one");
        assertThatThrownBy(() -> in.read(Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("limits.bytes=100");
        assertThat(in.read(String.class)).isEqualTo("two");
        assertThat(in.hasNext()).isFalse();
    }

    @Test
    void countsAndNullsOfDamagedMessagesAreNamed() {
        byte[] proxy = HexFormat.of().parseHex("004f29" + "00".repeat(8));
        assertThatThrownBy(() -> CODEC.decode(proxy, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("interfaces=-1");
        byte[] entry = HexFormat.of().parseHex("00360000");
        assertThatThrownBy(() -> CODEC.decode(Arrays.copyOf(entry, 4), Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("null");
    }
}
