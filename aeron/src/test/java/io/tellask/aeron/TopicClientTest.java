package io.tellask.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it ends the driver that all topics of the process share")
@Timeout(60)
class TopicClientTest {
    private static final AeronSettings SETTINGS = new AeronSettings(
            AeronTransport.DEFAULT_CONNECT_TIMEOUT,
            AeronTransport.DEFAULT_HANDSHAKE_TIME,
            AeronTransport.DEFAULT_PEER_TIMEOUT,
            AeronTransport.DEFAULT_MOST_CONNECTIONS,
            AeronTransport.DEFAULT_TERM_BYTES,
            false,
            null);

    @Test
    void anotherDriverFollowsOneThatEnded() throws Exception {
        URI group = TopicsTest.group("multicast");
        TopicClient client = new TopicClient(group, SETTINGS);
        AeronClient first = client.call("a", each -> each);
        first.faulted(new InternalError("as where a process stood still"));
        Await.until("it has ended", () -> !first.execute(() -> {}));

        AeronClient second = client.call("a", each -> each);

        assertThat(second).isNotSameAs(first);
        assertThat(second.hasEnded()).isFalse();
        client.close(Duration.ofSeconds(1));
    }

    @Test
    void refusalSaysWhatAeronSays() throws Exception {
        URI group = TopicsTest.group("unicast");
        try (Topics topics = Topics.open(group);
                Topics other = Topics.builder().open(URI.create("aeron-unicast://192.0.2.1:40457?plaintext=true"))) {
            topics.publish("a", TopicsTest.Prices.class);
            assertThatThrownBy(() -> other.publish("a", TopicsTest.Prices.class))
                    .isInstanceOf(TopicException.class)
                    .hasMessageContaining("cannot be used, reason=")
                    .hasMessageContaining("assign requested address");
        }
    }
}
