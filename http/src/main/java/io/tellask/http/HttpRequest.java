package io.tellask.http;

import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * The head of a request. Immutable.
 *
 * @param method as it was sent: {@code GET}
 * @param path as it was sent, with its percent signs, without the query; begins with a slash
 * @param query as it was sent, without its question mark; null for none
 * @param headers without those that are the connection's own
 * @param scheme {@code http} or {@code https}: whether it came by TLS
 * @param host that it was sent to, with the port if one was named
 * @param version 1 or 2
 * @param peer who sent it, as a trusted proxy says where there is one; null if not known
 * @param certificate that the peer has proved to hold; null for none
 */
public record HttpRequest(
        String method,
        String path,
        @Nullable String query,
        HttpHeaders headers,
        String scheme,
        String host,
        int version,
        @Nullable InetSocketAddress peer,
        @Nullable X509Certificate certificate) {
    /** The value of a header, the first of several; null for none. */
    public @Nullable String header(String name) {
        return headers.first(name);
    }

    /** The origin that pages of this address have: {@code https://app.example}. */
    public String origin() {
        return scheme + "://" + host;
    }

    /** Whether it comes from a page of another origin, or of one that the browser does not name. */
    public boolean isCrossOrigin() {
        String from = header("origin");
        return from != null && !from.equalsIgnoreCase(origin());
    }
}
