package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.store.Durability;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What clients see of a disk that fails: here, of a file of the log that somebody cuts short, so that its last pages cannot be written any more. */
class RespFailureTest {
    private static final int KEPT_BYTES = 8 << 10;

    @TempDir
    private Path directory;

    private void breakDisk(RespPeer peer) throws IOException {
        assertThat(peer.call("SET", "early", "v")).isEqualTo("OK");
        assertThat(peer.call("SET", "long", "x".repeat(2 * KEPT_BYTES))).isEqualTo("OK");
        Path segment = directory.resolve("resp@0").resolve("segment-00000000.log");
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            file.truncate(KEPT_BYTES);
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersWritesWithMisconfAndGoesOnReading(Durability durability) throws IOException {
        try (RespFixture server = RespFixture.in(directory, durability, options -> options)) {
            RespPeer peer = server.peer();
            breakDisk(peer);
            for (String[] write : new String[][] {
                {"SET", "late", "v"},
                {"DEL", "early"},
                {"MSET", "a", "1", "b", "2"},
                {"INCR", "n"},
                {"EXPIRE", "early", "100"},
                {"FLUSHDB"}
            }) {
                assertThat(peer.call(write))
                        .as("%s", write[0])
                        .startsWith("-MISCONF ")
                        .contains("directory=resp@0 is read-only since a write to disk failed")
                        .doesNotContain(directory.toString());
            }
            assertThat(peer.call("GET", "early")).isEqualTo("\"v\"");
            assertThat(server.peer().call("EXISTS", "early", "late")).isEqualTo("1");
            assertThat(peer.call("PING")).isEqualTo("PONG");
        }
    }

    @Test
    void aForceThatFailsConcernsItsDatabaseOnly() throws IOException {
        try (RespFixture server = RespFixture.in(directory, Durability.FORCED, options -> options)) {
            RespPeer zero = server.peer();
            RespPeer one = server.peer();
            one.call("SELECT", "1");
            assertThat(zero.call("SET", "k", "v")).isEqualTo("OK");
            assertThat(one.call("SET", "k", "v")).isEqualTo("OK");
            assertThat(one.call("INFO", "persistence")).contains("aof_last_write_status:ok");
            Files.delete(directory.resolve("resp@0").resolve("LOCK"));

            zero.sendRaw("SET k w\r\nGET k\r\n");
            assertThat(zero.reply())
                    .startsWith("-MISCONF what was written since the last reply may not be on disk")
                    .contains("directory=resp@0 is read-only")
                    .doesNotContain(directory.toString());
            assertThatThrownBy(zero::reply).isInstanceOf(IOException.class);

            assertThat(one.call("SET", "k", "w")).isEqualTo("OK");
            assertThat(one.call("INCR", "n")).isEqualTo("1");
            RespPeer later = server.peer();
            assertThat(later.call("SET", "k", "x")).startsWith("-MISCONF ");
            assertThat(later.call("SELECT", "2")).isEqualTo("OK");
            assertThat(later.call("SET", "k", "x")).isEqualTo("OK");
            later.sendRaw("MULTI\r\nSET k y\r\nSELECT 0\r\nSET k y\r\nEXEC\r\n");
            for (int i = 0; i < 4; i++) {
                later.reply();
            }
            assertThat(later.reply()).contains("MISCONF");
            assertThat(later.call("INFO", "persistence"))
                    .contains("aof_last_write_status:err", "databases_read_only:db0\r\n", "databases_not_served:\r\n");
        }
    }

    @Test
    void doesNotMakeADatabaseWhereTheDirectoryWasMovedAway() throws IOException {
        Path served = directory.resolve("served");
        Path away = directory.resolve("away");
        try (RespFixture server = RespFixture.in(served)) {
            RespPeer peer = server.peer();
            assertThat(peer.call("GET", "k")).isEqualTo("nil");
            Files.move(served, away);
            assertThat(peer.call("SET", "k", "v"))
                    .startsWith("-MISCONF the server's directory was moved away")
                    .doesNotContain(directory.toString());
            assertThat(served).doesNotExist();
            Files.move(away, served);
            assertThat(peer.call("SET", "k", "v")).isEqualTo("OK");
        }
    }

    @Test
    void refusesATransactionAsAWholeAndServesOtherDatabases() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            breakDisk(peer);
            peer.call("MULTI");
            peer.call("SET", "a", "1");
            peer.call("SET", "b", "2");
            assertThat(peer.call("EXEC")).startsWith("-MISCONF ");
            assertThat(peer.call("EXISTS", "a", "b")).isEqualTo("0");
            peer.call("SELECT", "1");
            assertThat(peer.call("SET", "k", "v")).isEqualTo("OK");
            assertThat(peer.call("GET", "k")).isEqualTo("\"v\"");
        }
    }
}
