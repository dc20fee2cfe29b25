package io.tellask.remote.session;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tellask.remote.Wire;
import io.tellask.text.SpokenProtocol;

/** What is said of peers that speak another protocol, and to those that can be told in their own. Stateless. */
final class OtherPeers {
    private static final byte[] TO_REDIS = ("-ERR Protocol error: Tellask is spoken here, not the protocol of Redis;"
                    + " connect to the server's address that begins with redis://\r\n")
            .getBytes(US_ASCII);

    private OtherPeers() {}

    /** Why the session ends; {@code opener} where this side went to the other. */
    static String refusal(SpokenProtocol other, boolean opener) {
        return "hello: the peer seems to speak " + other + ", which is not spoken here; "
                + (opener ? whereToGo(other) : "check the address and port");
    }

    private static String whereToGo(SpokenProtocol other) {
        return switch (other) {
            case RESP -> "connect to the server's address that begins with tellask://, or use a client of Redis";
            case TLS -> "connect to the address with tls://, or check the port";
            default -> "check the address and port";
        };
    }

    /** The last thing that a client of Redis reads, which would not understand a frame; nothing was sent to it before. */
    static void answerRedis(Wire wire) {
        wire.send(TO_REDIS, 0, TO_REDIS.length);
    }
}
