package io.tellask.kv.resp;

import io.tellask.text.SpokenProtocol;
import org.jspecify.annotations.Nullable;

/** What is said to peers that speak another protocol, send no line, and would wait for an answer. Stateless. */
final class OtherPeers {
    private OtherPeers() {}

    /** Why a connection that begins with these bytes is refused, or null. */
    static @Nullable String refusal(byte[] array, int at, int end) {
        SpokenProtocol other = SpokenProtocol.of(array, at, end);
        if (other == SpokenProtocol.TLS) {
            return "the peer seems to speak TLS, which is not spoken here";
        }
        return other == SpokenProtocol.TELLASK
                ? "the peer seems to speak Tellask, which is not spoken here;"
                        + " connect to the server's address that begins with tellask://"
                : null;
    }
}
