package io.tellask.remote;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Counts wrong passwords and tokens by the address that they come from, so that trying many takes long. Thread-safe.
 *
 * <p>An IPv6 address counts by its first 64 bits, which one machine has to itself. At most {@value #MOST_ADDRESSES} addresses are remembered; the
 * one that failed first is forgotten for the next.
 */
public final class AuthThrottle {
    /** Addresses that are remembered. */
    static final int MOST_ADDRESSES = 4_096;

    private static final int PREFIX_BYTES = 8;
    private static final Pattern AROUND_AN_ADDRESS = Pattern.compile("^\\w+:/+|[\\[\\]]|%.*");

    private final int attempts;
    private final long windowMillis;
    private final Map<String, Failures> byAddress = new LinkedHashMap<>();

    private static final class Failures {
        private final long sinceMillis;
        private int count;

        Failures(long sinceMillis) {
            this.sinceMillis = sinceMillis;
        }
    }

    /**
     * A throttle that remembers nobody yet.
     *
     * @param attempts wrong ones of an address within the window, beyond which none is looked at
     * @param window how long from the first of them
     */
    public AuthThrottle(int attempts, Duration window) {
        this.attempts = attempts;
        windowMillis = window.toMillis();
    }

    /** Whether so many wrong passwords came from there that none is looked at. */
    public synchronized boolean isThrottled(String peer, long nowMillis) {
        if (byAddress.isEmpty()) {
            return false; // as a rule, and for each client that comes
        }
        Failures failures = byAddress.get(address(peer));
        return failures != null && failures.count >= attempts && nowMillis - failures.sinceMillis < windowMillis;
    }

    /** A wrong password came. */
    public synchronized void failed(String peer, long nowMillis) {
        String address = address(peer);
        Failures failures = byAddress.get(address);
        if (failures == null || nowMillis - failures.sinceMillis >= windowMillis) {
            byAddress.remove(address);
            failures = new Failures(nowMillis);
            byAddress.put(address, failures);
            if (byAddress.size() > MOST_ADDRESSES) {
                byAddress.remove(byAddress.keySet().iterator().next());
            }
        }
        failures.count++;
    }

    synchronized int addresses() {
        return byAddress.size();
    }

    /** The part of {@code HOST:PORT}, or of an address with a scheme, that wrong passwords are counted by. */
    public static String address(String peer) {
        int port = peer.lastIndexOf(':');
        String host = AROUND_AN_ADDRESS
                .matcher(port < 0 ? peer : peer.substring(0, port))
                .replaceAll("");
        try {
            InetAddress address = InetAddress.ofLiteral(host);
            return address instanceof Inet6Address
                    ? Arrays.toString(Arrays.copyOf(address.getAddress(), PREFIX_BYTES))
                    : address.getHostAddress();
        } catch (IllegalArgumentException noLiteral) {
            return host;
        }
    }
}
