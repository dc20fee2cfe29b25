package io.tellask.netty;

import io.netty.channel.Channel;
import io.tellask.actor.Dispatcher;
import io.tellask.netty.pages.Carrier;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A connection that was accepted, as what reads its requests sees it. Belongs to the connection's loop. */
final class PageCarrier implements Carrier, LoopChannel.Reads {
    private final AcceptedConnection connection;
    private final @Nullable TlsHandshake tls;
    private BooleanSupplier mayRead = () -> true;

    PageCarrier(AcceptedConnection connection, @Nullable TlsHandshake tls) {
        this.connection = connection;
        this.tls = tls;
        connection.channel().reads(this);
    }

    @Override
    public Channel channel() {
        return connection.channel();
    }

    @Override
    public Dispatcher loop() {
        return connection.loop();
    }

    @Override
    public String name() {
        return connection.peer(isSecure() ? "https" : "http");
    }

    @Override
    public @Nullable InetSocketAddress peer() {
        return connection.remote() instanceof InetSocketAddress known ? known : null;
    }

    @Override
    public @Nullable X509Certificate certificate() {
        return tls == null ? null : tls.certificate();
    }

    @Override
    public boolean isSecure() {
        return tls != null;
    }

    @Override
    public void mayRead(BooleanSupplier newMayRead) {
        mayRead = newMayRead;
    }

    @Override
    public int mostBytes(int turnBytes) {
        return Math.min(turnBytes, LoopChannel.HANDSHAKE_BYTES);
    }

    @Override
    public boolean mayRead() {
        return mayRead.getAsBoolean();
    }

    @Override
    public boolean drops() {
        return false;
    }

    @Override
    public void served() {
        connection.served();
    }

    @Override
    public void failed(String text) {
        connection.fail(text);
    }

    @Override
    public void closeAtOnce() {
        connection.channel().closeAtOnce();
    }
}
