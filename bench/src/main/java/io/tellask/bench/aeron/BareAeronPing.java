package io.tellask.bench.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.agrona.concurrent.UnsafeBuffer;

/** {@code limit-aeron}: two streams of Aeron, a publication and a subscription for each process, and a thread in each that polls. */
public final class BareAeronPing implements PingPong {
    private static final int PINGS = 1_001;
    private static final int PONGS = 1_002;
    private static final int FRAGMENTS = 16;

    /** Called by name. */
    public BareAeronPing() {}

    @Override
    public String serve(String medium, boolean spins) throws Exception {
        Path folder = BareAeron.folder();
        BareAeron bare = BareAeron.withDriver(folder, spins);
        if (medium.equals("aeron-ipc")) {
            echo(bare, ipc(), ipc());
            return folder.toString();
        }
        int pings = freePort();
        int pongs = freePort();
        echo(bare, udp(pings), udp(pongs));
        return pings + ":" + pongs;
    }

    private static void echo(BareAeron bare, String pings, String pongs) {
        ExclusivePublication publication = bare.aeron().addExclusivePublication(pongs, PONGS);
        Subscription subscription = bare.aeron().addSubscription(pings, PINGS);
        UnsafeBuffer outgoing = new UnsafeBuffer(0, 0);
        FragmentHandler handler = new FragmentAssembler((buffer, offset, length, header) -> {
            outgoing.wrap(buffer, offset, length);
            while (publication.offer(outgoing, 0, length) < 0) {
                if (publication.isClosed()) {
                    throw new IllegalStateException("publication is closed");
                }
                Thread.onSpinWait();
            }
        });
        bare.poll(() -> subscription.poll(handler, FRAGMENTS));
    }

    @Override
    public Link connect(String medium, String address, boolean spins, Pongs pongs) throws Exception {
        boolean isIpc = medium.equals("aeron-ipc");
        BareAeron bare = isIpc
                ? BareAeron.withDriverOf(Path.of(address), spins)
                : BareAeron.withDriver(BareAeron.folder(), spins);
        String[] ports = address.split(":");
        Subscription subscription =
                bare.aeron().addSubscription(isIpc ? ipc() : udp(Integer.parseInt(ports[1])), PONGS);
        ExclusivePublication publication =
                bare.aeron().addExclusivePublication(isIpc ? ipc() : udp(Integer.parseInt(ports[0])), PINGS);
        BareAeron.await("the other process", () -> publication.isConnected() && subscription.isConnected());
        bare.poll(receiving(subscription, pongs));
        UnsafeBuffer outgoing = new UnsafeBuffer(0, 0);
        return ping -> {
            outgoing.wrap(ping);
            long outcome = Publication.ADMIN_ACTION; // the log turns to its next part
            while (outcome == Publication.ADMIN_ACTION) {
                outcome = publication.offer(outgoing, 0, ping.length);
            }
            return outcome > 0;
        };
    }

    private static IntSupplier receiving(Subscription subscription, Pongs pongs) {
        byte[] pong = new byte[Ping.BYTES];
        FragmentHandler handler = new FragmentAssembler((buffer, offset, length, header) -> {
            buffer.getBytes(offset, pong, 0, length);
            pongs.pong(pong, 0);
        });
        return () -> subscription.poll(handler, FRAGMENTS);
    }

    private static String ipc() {
        return "aeron:ipc?mtu=" + BareAeron.IPC_MTU_BYTES + "|term-length=" + BareAeron.TERM_BYTES;
    }

    private static String udp(int port) {
        return "aeron:udp?endpoint=127.0.0.1:" + port + "|term-length=" + BareAeron.TERM_BYTES;
    }

    private static int freePort() throws SocketException {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            return socket.getLocalPort();
        }
    }
}
