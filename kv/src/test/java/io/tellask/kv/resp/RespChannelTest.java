package io.tellask.kv.resp;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.kv.RespLimits;
import io.tellask.kv.RespOptions;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RespChannelTest extends OnRespServer {
    private static final int BACKLOG_BYTES = 1 << 20;

    private RespPeer listener;
    private RespPeer speaker;

    @Override
    RespOptions options(RespOptions standard) {
        return standard.withLimits(RespLimits.builder()
                .backlogBytes(BACKLOG_BYTES)
                .subscriptions(3)
                .build());
    }

    @BeforeEach
    void connect() throws IOException {
        listener = server.peer();
        speaker = server.peer();
    }

    @Test
    void carriesMessagesToThoseWhoListen() throws IOException {
        listener.send("SUBSCRIBE", "a", "b");
        assertThat(listener.reply()).isEqualTo("[\"subscribe\" \"a\" 1]");
        assertThat(listener.reply()).isEqualTo("[\"subscribe\" \"b\" 2]");
        assertThat(speaker.call("PUBLISH", "a", "hello")).isEqualTo("1");
        assertThat(speaker.call("PUBLISH", "c", "hello")).isEqualTo("0");
        assertThat(listener.reply()).isEqualTo("[\"message\" \"a\" \"hello\"]");
        assertThat(listener.call("PSUBSCRIBE", "b*")).isEqualTo("[\"psubscribe\" \"b*\" 3]");
        assertThat(speaker.call("PUBLISH", "b", "x")).isEqualTo("2");
        assertThat(listener.reply()).isEqualTo("[\"message\" \"b\" \"x\"]");
        assertThat(listener.reply()).isEqualTo("[\"pmessage\" \"b*\" \"b\" \"x\"]");
        assertThat(speaker.call("PUBSUB", "CHANNELS")).isEqualTo("[\"a\" \"b\"]");
        assertThat(speaker.call("PUBSUB", "NUMSUB", "a", "c")).isEqualTo("[\"a\" 1 \"c\" 0]");
        assertThat(speaker.call("PUBSUB", "NUMPAT")).isEqualTo("1");
    }

    @Test
    void allowsNothingElseToAListenerOfTheSecondVersion() throws IOException {
        listener.call("SUBSCRIBE", "a");
        assertThat(listener.call("GET", "k"))
                .isEqualTo("-ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are"
                        + " allowed in this context");
        assertThat(listener.call("PING")).isEqualTo("[\"pong\" \"\"]");
        assertThat(listener.call("PING", "x")).isEqualTo("[\"pong\" \"x\"]");
        assertThat(listener.call("UNSUBSCRIBE")).isEqualTo("[\"unsubscribe\" \"a\" 0]");
        assertThat(listener.call("UNSUBSCRIBE")).isEqualTo("[\"unsubscribe\" nil 0]");
        assertThat(listener.call("GET", "k")).isEqualTo("nil");
    }

    @Test
    void pushesToAListenerOfTheThirdVersionBesideItsReplies() throws IOException {
        listener.call("HELLO", "3");
        assertThat(listener.call("SUBSCRIBE", "a")).isEqualTo(">[\"subscribe\" \"a\" 1]");
        assertThat(listener.call("SET", "k", "v")).isEqualTo("OK");
        listener.send("PUBLISH", "a", "mine");
        assertThat(listener.reply()).isEqualTo(">[\"message\" \"a\" \"mine\"]");
        assertThat(listener.reply()).isEqualTo("1");
    }

    @Test
    void forgetsThoseWhoLeave() throws IOException {
        listener.call("SUBSCRIBE", "a");
        listener.close();
        speaker.await("[\"a\" 0]", "PUBSUB", "NUMSUB", "a");
        assertThat(speaker.call("PUBLISH", "a", "x")).isEqualTo("0");
    }

    @Test
    void allowsAsManySubscriptionsAsTheLimitSays() throws IOException {
        listener.send("SUBSCRIBE", "a", "b", "c");
        for (int i = 0; i < 3; i++) {
            assertThat(listener.reply()).contains("subscribe");
        }
        assertThat(listener.call("PSUBSCRIBE", "d")).isEqualTo("-ERR too many subscriptions, subscriptions=3");
        assertThat(listener.call("SUBSCRIBE", "a")).isEqualTo("[\"subscribe\" \"a\" 3]");
    }

    @Test
    void endsAListenerThatDoesNotReadAndKeepsTheOthers() throws IOException {
        RespPeer slow = server.peer();
        slow.call("SUBSCRIBE", "a");
        listener.call("SUBSCRIBE", "a");
        String message = "x".repeat(100_000);
        String expected = "[\"message\" \"a\" \"" + message + "\"]";
        int receivers = 2;
        for (int i = 0; receivers == 2; i++) {
            assertThat(i).as("messages until the slow listener is gone").isLessThan(1000);
            receivers = Integer.parseInt(speaker.call("PUBLISH", "a", message));
            assertThat(listener.reply()).isEqualTo(expected);
        }
        assertThat(speaker.call("PUBLISH", "a", "x")).isEqualTo("1");
    }
}
