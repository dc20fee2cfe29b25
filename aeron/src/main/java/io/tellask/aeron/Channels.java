package io.tellask.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.Subscription;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.net.Inet6Address;
import java.net.InetAddress;

/** Names of Aeron's channels. */
final class Channels {
    /** Frames in shared memory: large ones cost less. */
    private static final int IPC_MTU_BYTES = 8 * 1024;

    private Channels() {}

    /** The channel to publish at. */
    static String toPublish(InetAddress host, int port, AeronSettings settings) {
        return udp(host, port).termLength(settings.termBytes()).build();
    }

    static String toReceive(InetAddress host, int port) {
        return udp(host, port).build();
    }

    static String ipcToPublish(AeronSettings settings) {
        return ipc().mtu(IPC_MTU_BYTES).termLength(settings.termBytes()).build();
    }

    static String ipcToReceive() {
        return ipc().build();
    }

    private static ChannelUriStringBuilder ipc() {
        return new ChannelUriStringBuilder().media("ipc");
    }

    private static ChannelUriStringBuilder udp(InetAddress host, int port) {
        return new ChannelUriStringBuilder().media("udp").endpoint(name(host) + ":" + port);
    }

    static String name(InetAddress host) {
        return host instanceof Inet6Address ? "[" + host.getHostAddress() + "]" : host.getHostAddress();
    }

    /** The port of a subscription at port 0, 0 until the driver has said it. */
    static int port(Subscription subscription) {
        String endpoint = subscription.resolvedEndpoint();
        return endpoint == null ? 0 : Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    }

    /** What a driver's refusal to receive at an address means. */
    static TransportException refusal(AeronAddress address, RuntimeException refusal) {
        String text = String.valueOf(refusal.getMessage());
        if (text.contains("Address already in use")) {
            return inUse(address);
        }
        if (text.contains("Cannot assign requested address") || text.contains("Can't assign requested address")) {
            return new TransportException(
                    Problem.NOT_LOCAL,
                    "listen: address=" + address.uri()
                            + " is none of this machine; listen on one that is, or on 0.0.0.0",
                    refusal);
        }
        return DriverFolder.failed("listen", address.uri(), refusal);
    }

    static TransportException inUse(AeronAddress address) {
        return new TransportException(
                Problem.ADDRESS_IN_USE,
                "listen: address=" + address.uri() + " is in use; close the other listener or take another one");
    }
}
