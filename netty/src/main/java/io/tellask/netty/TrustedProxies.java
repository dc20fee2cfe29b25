package io.tellask.netty;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Addresses of proxies that say by the PROXY protocol for whom they connect. Immutable. */
record TrustedProxies(List<Range> ranges) {
    static final TrustedProxies NONE = new TrustedProxies(List.of());

    /** Addresses that begin with the same bits. */
    record Range(InetAddress first, int bits) {
        boolean contains(InetAddress other) {
            byte[] wanted = first.getAddress();
            byte[] found = other.getAddress();
            if (wanted.length != found.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % Byte.SIZE;
                if ((wanted[bit / Byte.SIZE] & mask) != (found[bit / Byte.SIZE] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * From texts such as {@code 10.0.0.0/8}, {@code 192.0.2.7} and {@code 2001:db8::/32}.
     *
     * @throws IllegalArgumentException if one is none
     */
    static TrustedProxies of(String... texts) {
        return new TrustedProxies(Stream.of(texts).map(TrustedProxies::range).toList());
    }

    private static Range range(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress first = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int most = first.getAddress().length * Byte.SIZE;
            int bits = slash < 0 ? most : Integer.parseInt(text, slash + 1, text.length(), 10);
            if (bits >= 0 && bits <= most) {
                return new Range(first, bits);
            }
        } catch (IllegalArgumentException wrong) {
            throw refused(text, wrong);
        }
        throw refused(text, null);
    }

    private static IllegalArgumentException refused(String text, @Nullable IllegalArgumentException cause) {
        return new IllegalArgumentException(
                "transport: proxies=" + text
                        + " is no range of addresses; write 10.0.0.0/8, 192.0.2.7 or 2001:db8::/32",
                cause);
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    boolean contains(SocketAddress address) {
        return address instanceof InetSocketAddress socket
                && socket.getAddress() != null
                && ranges.stream().anyMatch(range -> range.contains(socket.getAddress()));
    }
}
