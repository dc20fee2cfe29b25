package io.tellask.kv.resp.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.MapProcedure;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all members of a group run must end none of them, whatever a client sends. */
class GroupProcedureTest {
    /** Long buffers that belong to a thread end with it, and are not missed by tests that count the heap. */
    private static final Executor ITS_OWN = task -> Thread.ofVirtual().start(task);

    @TempDir
    private Path folder;

    private MapMachine machine;
    private long index;

    @BeforeEach
    void open() {
        machine = MapMachine.open(
                "a",
                folder.resolve("a"),
                (member, parts) -> {
                    throw new IllegalStateException("there is no other member");
                },
                new GroupProcedure());
    }

    @AfterEach
    void close() {
        machine.close();
    }

    private String run(byte[] call) {
        byte[] answered =
                CompletableFuture.supplyAsync(() -> apply(call), ITS_OWN).join();
        return new String(MapProcedure.answer(answered), StandardCharsets.ISO_8859_1);
    }

    private byte[] apply(byte[] call) {
        byte[] answered = machine.apply(++index, 0, MapProcedure.command(call));
        machine.flush();
        return answered;
    }

    private static byte[] call(int times, String... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {2, (byte) (times > 1 ? 1 : 0)});
        StringBuilder command = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            command.append("$" + word.length() + "\r\n" + word + "\r\n");
        }
        out.writeBytes(command.toString().repeat(times).getBytes(StandardCharsets.ISO_8859_1));
        return out.toByteArray();
    }

    private void assertRefused(byte[] call) {
        assertThatThrownBy(() -> run(call))
                .isInstanceOfSatisfying(
                        ClusterException.class,
                        failure -> assertThat(failure.problem()).isEqualTo(ClusterException.Problem.REFUSED));
    }

    @Test
    void whatIsNoCallIsRefused() {
        assertRefused(new byte[0]);
        assertRefused(new byte[1]);
        assertRefused(new byte[] {2, 0, '*'});
        assertRefused(new byte[] {99, 1, '$', '7'});
        assertThat(run(call(1, "INCR", "n"))).isEqualTo(":1\r\n");
    }

    @Test
    void valuesAreBoundedAlsoThoseThatGrow() {
        String mebibyte = "x".repeat(1 << 20);
        int most = GroupDatabase.MOST_VALUE_BYTES;
        for (int length = 1 << 20; length <= most; length += 1 << 20) {
            assertThat(run(call(1, "APPEND", "k", mebibyte))).isEqualTo(":" + length + "\r\n");
        }
        assertThat(run(call(1, "APPEND", "k", "x"))).startsWith("-ERR value of " + (most + 1) + " bytes");
        assertThat(run(call(1, "STRLEN", "k"))).isEqualTo(":" + most + "\r\n");
    }

    @Test
    void whatOneCallLooksAtIsBounded() {
        String mebibyte = "x".repeat(1 << 20);
        run(call(1, "SET", "k", mebibyte));
        int most = GroupDatabase.MOST_BYTES_OF_CALL >> 20;
        assertThat(run(call(most, "STRLEN", "k"))).startsWith("*" + most);
        assertRefused(call(most + 1, "STRLEN", "k"));
        assertThat(run(call(17, "GET", "k"))).startsWith("-ERR the reply is too long");
    }
}
