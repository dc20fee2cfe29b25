package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.codec.ByteWriter;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What once killed a server with a heap of 256 MB: it stays up, and serves others meanwhile and after. */
@Timeout(60)
class PeerMemoryIT {
    private static final int HELLO = 0x01;
    private static final int LOOKUP = 0x08;
    private static final int FRAGMENT = 0x1E;
    private static final int MAGIC = 0x4B534C54;
    private static final int PIECE_BYTES = 250_000;
    private static final int MIB = 1 << 20;
    private static final Pattern ADDRESS = Pattern.compile("listening on (\\w+://[^ ,]+)");

    @TempDir
    private static Path folder;

    private static JavaProcess server;
    private static URI resp;
    private static URI tellask;

    private final List<Socket> open = new ArrayList<>();

    @BeforeAll
    static void start() {
        server = JavaProcess.startIn(
                folder,
                List.of(
                        "-Xmx256m",
                        "-cp",
                        ChildJvm.classPath(),
                        "io.tellask.cli.Main",
                        "serve",
                        "--dir",
                        folder.resolve("maps").toString(),
                        "--listen",
                        "tellask://127.0.0.1:0",
                        "--resp",
                        "redis://127.0.0.1:0"));
        resp = address();
        tellask = address();
    }

    private static URI address() {
        String line = server.readLine();
        Matcher address = ADDRESS.matcher(String.valueOf(line));
        assertThat(address.find()).as(line).isTrue();
        return URI.create(address.group(1));
    }

    @AfterEach
    void disconnect() throws IOException {
        for (Socket socket : open) {
            socket.close();
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private Socket connect(URI address) throws IOException {
        Socket socket = new Socket(address.getHost(), address.getPort());
        socket.setSoTimeout(20_000);
        open.add(socket);
        return socket;
    }

    private static byte[] frame(int kind, Consumer<ByteWriter> body) {
        ByteWriter out = new ByteWriter(64);
        out.writeInt32(0);
        body.accept(out);
        out.patchInt32(0, kind << 24 | out.position() - 4);
        return out.toByteArray();
    }

    private static byte[] hello() {
        return frame(HELLO, out -> {
            out.writeInt32(MAGIC);
            for (int field : new int[] {0, 0, 0, 256 * 1024, 64 * MIB, 4_096, MIB, 65_536}) {
                out.writeVarInt(field);
            }
        });
    }

    /** Sends until everything was taken or the server has closed the connection; true for the latter. */
    private static boolean wasCutOff(Socket socket, byte[] bytes, int times) {
        try {
            for (int i = 0; i < times; i++) {
                socket.getOutputStream().write(bytes);
            }
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    private void assertServes() throws IOException {
        Socket other = connect(resp);
        other.getOutputStream().write("SET k v\r\nGET k\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(other.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("+OK\r\n$1\r\nv\r\n");
        Socket stranger = connect(tellask);
        stranger.getOutputStream().write(hello());
        assertThat(stranger.getInputStream().readNBytes(4)[3])
                .as("kind of the answer")
                .isEqualTo((byte) 2);
    }

    @Test
    void survivesFragmentsThatAreNeverFinished() throws IOException {
        byte[] fragment = frame(FRAGMENT, out -> {
            out.writeVarInt(1);
            out.writeBytes(new byte[PIECE_BYTES], 0, PIECE_BYTES);
        });
        byte[] second = frame(FRAGMENT, out -> {
            out.writeVarInt(2);
            out.writeBytes(new byte[PIECE_BYTES], 0, PIECE_BYTES);
        });
        int cutOff = 0;
        for (int i = 0; i < 4; i++) {
            Socket greedy = connect(tellask);
            greedy.getOutputStream().write(hello());
            boolean cut = wasCutOff(greedy, fragment, 240) || wasCutOff(greedy, second, 240);
            cutOff += cut ? 1 : 0;
            assertServes();
        }
        assertThat(cutOff).isPositive();
    }

    @Test
    void survivesFailuresThatNobodyReads() throws IOException {
        ByteWriter lookups = new ByteWriter(MIB);
        for (int i = 0; i < 1_000; i++) {
            int callId = 1 << 16 | i;
            byte[] lookup = frame(LOOKUP, out -> {
                out.writeInt32(callId);
                out.writeUtf8("a".repeat(200));
            });
            lookups.writeBytes(lookup, 0, lookup.length);
        }
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            Socket greedy = connect(tellask);
            greedy.getOutputStream().write(hello());
            senders.add(Thread.ofVirtual().start(() -> wasCutOff(greedy, lookups.toByteArray(), 60)));
        }
        for (Thread sender : senders) {
            join(sender);
        }
        assertServes();
    }

    @Test
    void survivesRequestsThatAreNeverFinished() throws IOException {
        List<Thread> senders = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Socket greedy = connect(resp);
            greedy.getOutputStream()
                    .write("*3\r\n$3\r\nSET\r\n$1\r\na\r\n$60000000\r\n".getBytes(StandardCharsets.US_ASCII));
            senders.add(Thread.ofVirtual().start(() -> wasCutOff(greedy, new byte[MIB], 57)));
        }
        for (Thread sender : senders) {
            join(sender);
        }
        assertServes();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
