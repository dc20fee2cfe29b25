package io.tellask.aeron;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.jspecify.annotations.Nullable;

/**
 * A datagram to where a connection is wanted: it tells whether anybody listens there, which Aeron does not, and the address of this machine
 * that leads there. Receivers of Aeron drop it, since it is shorter than a frame.
 */
final class UdpProbe {
    private final DatagramChannel channel;
    private final InetAddress local;
    private final InetAddress remote;

    private UdpProbe(DatagramChannel channel, InetAddress local, InetAddress remote) {
        this.channel = channel;
        this.local = local;
        this.remote = remote;
    }

    /** Blocks while the host's name is looked up. */
    static UdpProbe open(AeronAddress address) {
        InetAddress remote = address.inetAddress();
        DatagramChannel channel = null;
        try {
            channel = DatagramChannel.open();
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(remote, address.port()));
            channel.write(ByteBuffer.wrap(new byte[1]));
            InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
            return new UdpProbe(channel, local.getAddress(), remote);
        } catch (IOException failure) {
            close(channel);
            throw DriverFolder.failed("connect", address.uri(), failure);
        }
    }

    private static void close(@Nullable DatagramChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static void close(@Nullable UdpProbe probe) {
        if (probe != null) {
            close(probe.channel);
        }
    }

    InetAddress local() {
        return local;
    }

    InetAddress remote() {
        return remote;
    }

    /** Whether the other machine has said that nobody listens there. */
    boolean isRefused() {
        try {
            channel.read(ByteBuffer.allocate(1));
            return false;
        } catch (PortUnreachableException refused) {
            return true;
        } catch (IOException other) {
            return false; // the connection itself finds out
        }
    }
}
