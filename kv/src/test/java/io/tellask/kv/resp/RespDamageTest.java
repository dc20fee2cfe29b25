package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients see of bytes on the disk that are not what was written: under a running server, and before it started. */
class RespDamageTest {
    private static final int FIRST_RECORD = 64;
    private static final int LENGTH = 4;
    private static final int FLAGS = 8;
    private static final int KEY_LENGTH = 16;
    private static final int KEY = 20;
    private static final int VALUE = KEY + 1;

    @TempDir
    private Path directory;

    private Path folder(int database) {
        return directory.resolve("resp@" + database);
    }

    /** Changes the record that was written first. */
    private void flip(int at, int bit) throws IOException {
        Path segment = folder(0).resolve("segment-00000000.log");
        try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
            file.seek(FIRST_RECORD + at);
            int old = file.read();
            file.seek(FIRST_RECORD + at);
            file.write(old ^ 1 << bit);
        }
    }

    private static RespPeer filled(RespFixture server) throws IOException {
        RespPeer peer = server.peer();
        assertThat(peer.call("SET", "k", "12")).isEqualTo("OK");
        for (int i = 0; i < 40; i++) {
            assertThat(peer.call("SET", "other" + i, "x".repeat(200))).isEqualTo("OK");
        }
        return peer;
    }

    private static List<String[]> commands() {
        return List.of(new String[][] {
            {"GET", "k"},
            {"MGET", "other1", "k"},
            {"EXISTS", "k"},
            {"EXISTS", "other1", "k"},
            {"TOUCH", "k"},
            {"TYPE", "k"},
            {"TTL", "k"},
            {"PTTL", "k"},
            {"EXPIRETIME", "k"},
            {"STRLEN", "k"},
            {"GETRANGE", "k", "0", "-1"},
            {"OBJECT", "ENCODING", "k"},
            {"APPEND", "k", "3"},
            {"SETRANGE", "k", "1", "3"},
            {"INCR", "k"},
            {"DECRBY", "k", "2"},
            {"SETNX", "k", "v"},
            {"SET", "k", "v", "NX"},
            {"SET", "k", "v", "XX"},
            {"SET", "k", "v", "GET"},
            {"SET", "k", "v", "KEEPTTL"},
            {"MSETNX", "k", "v", "fresh", "v"},
            {"GETSET", "k", "v"},
            {"GETDEL", "k"},
            {"GETEX", "k", "EX", "100"},
            {"EXPIRE", "k", "100"},
            {"PERSIST", "k"},
            {"RENAME", "k", "fresh"},
            {"RENAMENX", "other1", "k"},
            {"DEL", "k"},
            {"UNLINK", "other1", "k"},
            {"KEYS", "*"},
            {"SCAN", "0", "COUNT", "1000"},
            {"WATCH", "k"},
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {8 * LENGTH + 4, 8 * LENGTH + 22, 8 * FLAGS + 4, 8 * KEY_LENGTH + 1, 8 * KEY, 8 * VALUE})
    void refusesEveryCommandOnADamagedKeyAndNoOther(int bit) throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = filled(server);
            flip(bit / 8, bit % 8);
            for (String[] command : commands()) {
                assertThat(peer.call(command))
                        .as(String.join(" ", command))
                        .startsWith("-MISCONF ")
                        .contains("damaged file=resp@0")
                        .doesNotContain(directory.toString())
                        .contains("offset=64");
            }
            assertThat(peer.call("EXISTS", "other1", "fresh")).isEqualTo("1");
            assertThat(peer.call("STRLEN", "other39")).isEqualTo("200");
            assertThat(peer.call("SET", "later", "v")).isEqualTo("OK");
            assertThat(peer.call("DBSIZE")).isEqualTo("42");
            assertThat(server.peer().call("GET", "later")).isEqualTo("\"v\"");
            assertThat(peer.call("INFO", "stats")).containsPattern("damaged_reads:[1-9]");

            assertThat(peer.call("SET", "k", "whole")).isEqualTo("OK");
            assertThat(peer.call("GET", "k")).isEqualTo("\"whole\"");
            assertThat(peer.call("DBSIZE")).isEqualTo("42");
            assertThat(peer.call("DEL", "k", "other1")).isEqualTo("2");
        }
    }

    @Test
    void failsOnlyTheDamagedOfGetsInAPipeline() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = filled(server);
            flip(VALUE, 0);
            peer.sendRaw("GET other1\r\nGET k\r\nGET absent\r\nGET other2\r\nPING\r\n");
            assertThat(peer.reply()).startsWith("\"xxx");
            assertThat(peer.reply()).startsWith("-MISCONF ");
            assertThat(peer.reply()).isEqualTo("nil");
            assertThat(peer.reply()).startsWith("\"xxx");
            assertThat(peer.reply()).isEqualTo("PONG");
        }
    }

    @Test
    void aTransactionGoesOnBehindACommandThatMetDamage() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = filled(server);
            flip(KEY, 3);
            peer.call("MULTI");
            peer.call("SET", "a", "1");
            peer.call("DEL", "other1", "k");
            peer.call("INCR", "a");
            assertThat(peer.call("EXEC")).startsWith("[OK -MISCONF ").endsWith(" 2]");
            assertThat(peer.call("MGET", "a", "other1")).startsWith("[\"2\" \"xxx");
        }
    }

    @Test
    void endsATransactionWhoseWatchedKeyIsDamaged() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = filled(server);
            peer.call("WATCH", "k");
            flip(KEY, 3);
            peer.call("MULTI");
            peer.call("SET", "a", "1");
            assertThat(peer.call("EXEC")).startsWith("-MISCONF ");
            assertThat(peer.call("GET", "a")).isEqualTo("nil");
            assertThat(peer.call("EXEC")).startsWith("-ERR EXEC without MULTI");
        }
    }

    @Test
    void removesOtherKeysThatExpireBehindADamagedOne() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            assertThat(peer.call("SET", "k", "12", "PX", "300")).isEqualTo("OK");
            assertThat(peer.call("SET", "l", "12", "PX", "310")).isEqualTo("OK");
            flip(KEY, 0);
            peer.await("1", "DBSIZE");
            assertThat(peer.call("GET", "k")).startsWith("-MISCONF ");
        }
    }

    @Test
    void clearsADatabaseWithADamagedKey() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = filled(server);
            RespPeer watcher = server.peer();
            watcher.call("WATCH", "k");
            flip(KEY, 3);
            assertThat(peer.call("FLUSHDB")).isEqualTo("OK");
            watcher.call("MULTI");
            watcher.call("PING");
            assertThat(watcher.call("EXEC")).isEqualTo("nil-array");
            assertThat(peer.call("GET", "k")).isEqualTo("nil");
        }
    }

    @Test
    void servesOtherDatabasesWhereOneCannotBeOpened() throws IOException {
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = filled(server);
            peer.call("SELECT", "1");
            peer.call("SET", "one", "1");
        }
        Path identity = folder(1).resolve("STORE");
        byte[] whole = Files.readAllBytes(identity);
        Files.write(identity, new byte[100]);
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            assertThat(peer.call("GET", "k")).isEqualTo("\"12\"");
            assertThat(peer.call("SELECT", "1")).isEqualTo("OK");
            for (String[] command : new String[][] {
                {"GET", "one"},
                {"SET", "one", "2"},
                {"MSET", "one", "2", "two", "2"},
                {"DEL", "one"},
                {"DEL", "one", "two"},
                {"EXISTS", "one"},
                {"TTL", "one"},
                {"DBSIZE"},
                {"KEYS", "*"},
                {"SCAN", "0"},
                {"RANDOMKEY"},
                {"WATCH", "one"},
                {"FLUSHDB"},
                {"FLUSHALL"}
            }) {
                assertThat(peer.call(command))
                        .as(String.join(" ", command))
                        .startsWith("-MISCONF database=1 is not served")
                        .contains("tellask store check resp@1'")
                        .doesNotContain("store repair", directory.toString());
            }
            peer.sendRaw("GET one\r\nGET two\r\nPING\r\n");
            assertThat(peer.reply()).startsWith("-MISCONF ");
            assertThat(peer.reply()).startsWith("-MISCONF ");
            assertThat(peer.reply()).isEqualTo("PONG");
            peer.call("MULTI");
            peer.call("SET", "one", "3");
            peer.call("SELECT", "2");
            peer.call("SET", "k", "two");
            assertThat(peer.call("EXEC")).startsWith("[-MISCONF ").endsWith(" OK OK]");
            assertThat(peer.call("GET", "k")).isEqualTo("\"two\"");
            assertThat(peer.call("INFO", "persistence")).contains("databases_not_served:db1");
            assertThat(peer.call("INFO", "keyspace")).contains("db0:keys=41").doesNotContain("db1:");
            peer.call("SELECT", "0");
            assertThat(peer.call("DBSIZE")).isEqualTo("41");
            assertThat(server.server().damages())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage).contains("database=1"));
        }
        Files.write(identity, whole);
        try (RespFixture server = RespFixture.in(directory)) {
            RespPeer peer = server.peer();
            peer.call("SELECT", "1");
            assertThat(peer.call("GET", "one")).isEqualTo("\"1\"");
        }
    }
}
