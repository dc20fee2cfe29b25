package io.tellask.kv.resp.client;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Counts wrong passwords by the address that they come from, so that trying many takes long. Belongs to the loop.
 *
 * <p>An IPv6 address counts by its first 64 bits, which one machine has to itself. At most {@value #MOST_ADDRESSES} addresses are remembered; the
 * one that failed first is forgotten for the next.
 */
public final class AuthThrottle {
    /** Addresses that are remembered. */
    static final int MOST_ADDRESSES = 4_096;

    private static final int PREFIX_BYTES = 8;
    private static final Pattern AROUND_AN_ADDRESS = Pattern.compile("[\\[\\]]|%.*");

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

    AuthThrottle(int attempts, int windowSeconds) {
        this.attempts = attempts;
        windowMillis = TimeUnit.SECONDS.toMillis(windowSeconds);
    }

    /** Whether so many wrong passwords came from there that none is looked at. */
    public boolean isThrottled(String peer, long nowMillis) {
        if (byAddress.isEmpty()) {
            return false; // as a rule, and for each client that comes
        }
        Failures failures = byAddress.get(address(peer));
        return failures != null && failures.count >= attempts && nowMillis - failures.sinceMillis < windowMillis;
    }

    /** A wrong password came. */
    public void failed(String peer, long nowMillis) {
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

    int addresses() {
        return byAddress.size();
    }

    /** The part of {@code HOST:PORT} that wrong passwords are counted by. */
    static String address(String peer) {
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
