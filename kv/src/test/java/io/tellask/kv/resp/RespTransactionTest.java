package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.RespLimits;
import io.tellask.kv.RespOptions;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RespTransactionTest extends OnRespServer {
    private RespPeer other;

    @Override
    RespOptions options(RespOptions standard) {
        return standard.withLimits(
                RespLimits.builder().transactionBytes(4096).watchedKeys(2).build());
    }

    @BeforeEach
    void connectAnother() throws IOException {
        other = server.peer();
    }

    @Test
    void runsWhatWasQueuedAtOnce() throws IOException {
        assertThat(peer.call("MULTI")).isEqualTo("OK");
        assertThat(peer.call("SET", "k", "1")).isEqualTo("QUEUED");
        assertThat(peer.call("INCRBY", "k", "4")).isEqualTo("QUEUED");
        assertThat(peer.call("GET", "k")).isEqualTo("QUEUED");
        assertThat(other.call("GET", "k")).isEqualTo("nil");
        assertThat(peer.call("EXEC")).isEqualTo("[OK 5 \"5\"]");
        assertThat(other.call("GET", "k")).isEqualTo("\"5\"");
    }

    @Test
    void seesItsOwnChanges() throws IOException {
        peer.call("MSET", "a", "1", "b", "2");
        peer.call("MULTI");
        peer.call("DEL", "a");
        peer.call("SET", "c", "3", "EX", "100");
        peer.call("EXISTS", "a", "b", "c");
        peer.call("DBSIZE");
        peer.call("TTL", "c");
        peer.call("RENAME", "b", "d");
        peer.call("KEYS", "*");
        peer.call("SCAN", "0");
        peer.call("FLUSHDB");
        peer.call("DBSIZE");
        peer.call("RANDOMKEY");
        peer.call("SET", "e", "5");
        peer.call("RANDOMKEY");
        assertThat(peer.call("EXEC"))
                .isEqualTo("[1 OK 2 2 100 OK [\"c\" \"d\"] [\"0\" [\"c\" \"d\"]] OK 0 nil OK \"e\"]");
        assertThat(other.call("KEYS", "*")).isEqualTo("[\"e\"]");
        assertThat(other.call("DBSIZE")).isEqualTo("1");
    }

    @Test
    void goesOnAfterACommandThatFails() throws IOException {
        peer.call("SET", "k", "x");
        peer.call("MULTI");
        peer.call("INCR", "k");
        peer.call("SET", "k", "y");
        assertThat(peer.call("EXEC")).isEqualTo("[-ERR value is not an integer or out of range OK]");
        assertThat(peer.call("GET", "k")).isEqualTo("\"y\"");
    }

    @Test
    void runsNothingAfterACommandThatWasRefused() throws IOException {
        peer.call("MULTI");
        peer.call("SET", "k", "1");
        assertThat(peer.call("NONSENSE")).startsWith("-ERR unknown command");
        assertThat(peer.call("EXEC")).isEqualTo("-EXECABORT Transaction discarded because of previous errors.");
        assertThat(peer.call("EXISTS", "k")).isEqualTo("0");
    }

    @Test
    void drops() throws IOException {
        peer.call("MULTI");
        peer.call("SET", "k", "1");
        assertThat(peer.call("DISCARD")).isEqualTo("OK");
        assertThat(peer.call("EXEC")).isEqualTo("-ERR EXEC without MULTI");
        assertThat(peer.call("EXISTS", "k")).isEqualTo("0");
    }

    @Test
    void failsWhereAWatchedKeyWasChanged() throws IOException {
        peer.call("WATCH", "k");
        other.call("SET", "k", "theirs");
        peer.call("MULTI");
        peer.call("SET", "k", "mine");
        assertThat(peer.call("EXEC")).isEqualTo("nil-array");
        assertThat(peer.call("GET", "k")).isEqualTo("\"theirs\"");
        peer.call("MULTI");
        peer.call("SET", "k", "mine");
        assertThat(peer.call("EXEC")).isEqualTo("[OK]");
    }

    @Test
    void failsWhereAWatchedKeyWentWithAllOthersOrExpired() throws IOException {
        peer.call("SET", "k", "1");
        peer.call("WATCH", "k");
        other.call("FLUSHALL");
        peer.call("MULTI");
        assertThat(peer.call("EXEC")).isEqualTo("nil-array");
        peer.call("SET", "k", "1", "PX", "1");
        peer.call("SET", "none", "1");
        peer.call("WATCH", "k");
        other.await("0", "EXISTS", "k");
        peer.call("MULTI");
        assertThat(peer.call("EXEC")).isIn("nil-array", "[]"); // empty if it had expired before it was watched
    }

    @Test
    void ignoresOtherKeysAndWhatWasForgotten() throws IOException {
        peer.call("WATCH", "k");
        other.call("SET", "other", "1");
        other.call("SELECT", "1");
        other.call("SET", "k", "1");
        peer.call("MULTI");
        assertThat(peer.call("EXEC")).isEqualTo("[]");
        peer.call("WATCH", "k");
        other.call("SELECT", "0");
        other.call("SET", "k", "2");
        peer.call("UNWATCH");
        peer.call("MULTI");
        assertThat(peer.call("EXEC")).isEqualTo("[]");
    }

    @Test
    void refusesToNest() throws IOException {
        peer.call("MULTI");
        assertThat(peer.call("MULTI")).isEqualTo("-ERR MULTI calls can not be nested");
        assertThat(peer.call("WATCH", "k")).isEqualTo("-ERR WATCH inside MULTI is not allowed");
        assertThat(peer.call("EXEC")).isEqualTo("[]");
    }

    @Test
    void queuesAsMuchAsAllowed() throws IOException {
        peer.call("MULTI");
        assertThat(peer.call("SET", "k", "x".repeat(2000))).isEqualTo("QUEUED");
        assertThat(peer.call("SET", "k", "x".repeat(1900))).isEqualTo("QUEUED");
        assertThat(peer.call("SET", "k", "x".repeat(200)))
                .isEqualTo("-ERR transaction is too long, transactionBytes=4096");
        assertThat(peer.call("EXEC")).startsWith("-EXECABORT");
        assertThat(peer.call("MULTI")).isEqualTo("OK");
        assertThat(peer.call("EXEC")).isEqualTo("[]");
    }

    @Test
    void watchesAsManyKeysAsAllowed() throws IOException {
        assertThat(peer.call("WATCH", "a", "b", "a")).isEqualTo("OK");
        assertThat(peer.call("WATCH", "c")).isEqualTo("-ERR too many watched keys, watchedKeys=2");
        assertThat(peer.call("UNWATCH")).isEqualTo("OK");
        assertThat(peer.call("WATCH", "c")).isEqualTo("OK");
    }
}
