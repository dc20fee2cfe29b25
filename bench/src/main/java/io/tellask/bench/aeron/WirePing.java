package io.tellask.bench.aeron;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import java.io.EOFException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** {@code tellask-wire}: a transport of ours without the session above it. Bytes are read on the I/O loop, and the echo is sent from there. */
public final class WirePing implements PingPong {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final long PATIENCE_SECONDS = 20;

    /** Called by name. */
    public WirePing() {}

    @Override
    public String serve(String medium, boolean spins) throws Exception {
        ActorSystem system = ActorSystem.create();
        URI address = Media.toListen(medium);
        return Media.transport(address.getScheme(), spins)
                .listen(address, system.ioLoops(), wire -> new Frames((bytes, at) -> wire.send(bytes, at, Ping.BYTES)) {
                    @Override
                    public void closed(@Nullable Throwable cause) {
                        // the caller has ended, and the bench ends this process
                    }
                })
                .address()
                .toString();
    }

    @Override
    public Link connect(String medium, String address, boolean spins, Pongs pongs) throws Exception {
        URI uri = URI.create(address);
        Dispatcher loop = ActorSystem.create().ioLoops().all().getFirst();
        Transport transport = Media.transport(uri.getScheme(), spins);
        CompletableFuture<Wire> opened = new CompletableFuture<>();
        transport.connect(
                uri,
                loop,
                wire -> {
                    opened.complete(wire);
                    return new Frames(pongs::pong) {
                        @Override
                        public void closed(@Nullable Throwable cause) {
                            pongs.failed(cause == null ? new EOFException("the other process has ended") : cause);
                        }
                    };
                },
                opened::completeExceptionally);
        return new Sender(opened.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    }

    /** On the loop as a session does it there, and on other threads as a session does for those that call. */
    private static final class Sender implements Link {
        private final Wire wire;
        private final byte[] rest = new byte[Ping.BYTES];
        private int restBytes;

        Sender(Wire wire) {
            this.wire = wire;
        }

        @Override
        public boolean send(byte[] ping) {
            if (wire.loop().isCurrent()) {
                wire.send(ping, 0, ping.length);
                return true;
            }
            if (restBytes > 0) {
                restBytes -= wire.sendNow(rest, rest.length - restBytes, restBytes);
                if (restBytes > 0) {
                    return false;
                }
            }
            int sent = wire.sendNow(ping, 0, ping.length);
            if (sent > 0 && sent < ping.length) {
                restBytes = ping.length - sent;
                System.arraycopy(ping, sent, rest, sent, restBytes);
            }
            return sent > 0;
        }
    }

    /** Cuts what comes into pings. */
    private abstract static class Frames implements Receiver {
        private final ObjIntConsumer<byte[]> pings;
        private final byte[] bytes = new byte[BUFFER_BYTES + Ping.BYTES];
        private int filled;

        Frames(ObjIntConsumer<byte[]> pings) {
            this.pings = pings;
        }

        @Override
        public int mostBytes() {
            return bytes.length - filled;
        }

        @Override
        public byte[] array(int count) {
            return bytes;
        }

        @Override
        public int offset() {
            return filled;
        }

        @Override
        public void received(int count) {
            filled += count;
            int at = 0;
            for (; filled - at >= Ping.BYTES; at += Ping.BYTES) {
                pings.accept(bytes, at);
            }
            System.arraycopy(bytes, at, bytes, 0, filled - at);
            filled -= at;
        }

        @Override
        public void writable() {
            // the wire has sent by itself what it kept
        }
    }
}
