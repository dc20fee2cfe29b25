package io.tellask.aeron;

import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.RegistrationException;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import org.jspecify.annotations.Nullable;

/**
 * A subscription that connections come to. It stays while there are any, whether anybody listens or not, since closing it would end them;
 * a later listener of the same address goes on with it. Belongs to the client's thread.
 */
final class Acceptor {
    /** Handshakes beyond the limit of connections, which are told so. Those beyond are rejected without a word. */
    private static final int MOST_REFUSALS = 64;

    private final AeronClients.Use use;
    private final AeronAddress address;
    private final Subscription subscription;
    private @Nullable AeronListener listener;
    private AeronSettings settings; // of the last listener
    private int connections; // and handshakes

    private Acceptor(AeronClients.Use use, AeronAddress wanted, AeronSettings settings) {
        this.use = use;
        this.settings = settings;
        Aeron aeron = use.client().aeron();
        String channel =
                wanted.isIpc() ? Channels.ipcToReceive() : Channels.toReceive(wanted.inetAddress(), wanted.port());
        try {
            subscription = aeron.addSubscription(channel, Handshake.STREAM, this::begin, image -> {});
        } catch (RegistrationException refusal) {
            throw Channels.refusal(wanted, refusal);
        }
        if (wanted.isIpc()) {
            address = wanted;
            return;
        }
        if (!use.client().await(() -> Channels.port(subscription) != 0)) {
            subscription.close();
            throw new TransportException(
                    Problem.FAILED, "listen: address=" + wanted.uri() + ", the media driver does not say its port");
        }
        address = wanted.withPort(Channels.port(subscription));
    }

    /** Begins to accept. */
    static Acceptor listen(AeronClients.Use use, AeronAddress address, AeronListener listener) {
        Acceptor known = use.client().acceptors().get(key(address));
        if (known != null && known.listener != null) {
            throw Channels.inUse(address);
        }
        Acceptor acceptor = known == null ? new Acceptor(use, address, listener.settings()) : known;
        use.client().acceptors().put(key(acceptor.address), acceptor);
        acceptor.listener = listener;
        acceptor.settings = listener.settings();
        return acceptor;
    }

    private static String key(AeronAddress address) {
        return address.isIpc() ? "ipc" : address.host() + ":" + address.port();
    }

    /** Ends accepting; connections stay. */
    void stop(AeronListener which) {
        if (listener == which) {
            listener = null;
            closeIfUnused();
        }
    }

    /** The media driver or its client is over: whoever listens begins again. */
    void clientEnded(TransportException cause) {
        AeronListener known = listener;
        listener = null;
        if (known != null) {
            known.clientEnded(cause);
        }
    }

    private void closeIfUnused() {
        if (listener == null && connections == 0) {
            use.client().acceptors().remove(key(address), this);
            subscription.close();
        }
    }

    private void begin(Image image) {
        int most = settings.mostConnections();
        if (connections >= most + MOST_REFUSALS) {
            use.client().execute(() -> image.reject("busy: mostConnections=" + most));
            return;
        }
        connections++;
        use.client().add(new AcceptHandshake(use.again(), this, settings, image));
    }

    /** A handshake failed, or a connection has ended. */
    void forgetConnection() {
        connections--;
        closeIfUnused();
    }

    /** What to answer to who asks for a connection, which is counted already. */
    int outcome() {
        if (listener == null) {
            return Handshake.NOBODY_LISTENS;
        }
        return connections > settings.mostConnections() ? Handshake.BUSY : Handshake.ACCEPTED;
    }

    @Nullable
    AeronListener listener() {
        return listener;
    }

    AeronAddress address() {
        return address;
    }

    boolean isIpc() {
        return address.isIpc();
    }
}
