package io.tellask.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.tellask.actor.Dispatcher;
import java.net.InetAddress;
import java.util.concurrent.RejectedExecutionException;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The accepting side of a handshake: waits for HELLO, opens the way back, and says WELCOME on it. Belongs to the client's thread.
 *
 * <p>The way back leads to the host that HELLO came from, so that nobody can have bytes sent to others.
 */
final class AcceptHandshake implements Polled, FragmentHandler {
    private final AeronClients.Use use;
    private final Acceptor acceptor;
    private final AeronSettings settings;
    private final Image image;
    private final long deadlineNanos;
    private Handshake.@Nullable Hello hello;
    private @Nullable String wrong;
    private long registration;
    private @Nullable ExclusivePublication publication;
    private boolean over;

    AcceptHandshake(AeronClients.Use use, Acceptor acceptor, AeronSettings settings, Image image) {
        this.use = use;
        this.acceptor = acceptor;
        this.settings = settings;
        this.image = image;
        deadlineNanos = System.nanoTime() + settings.handshakeTime().toNanos();
    }

    @Override
    public int poll(long nowNanos) {
        if (image.isClosed() || nowNanos - deadlineNanos > 0) {
            fail("handshake: it took too long, handshakeTime=" + settings.handshakeTime());
            return 1;
        }
        Handshake.Hello said = hello;
        if (said == null) {
            return awaitHello();
        }
        ExclusivePublication back = publication;
        if (back == null) {
            publication = use.client().aeron().getExclusivePublication(registration);
            return publication == null ? 0 : 1;
        }
        return back.isConnected() ? welcome(back, said) : 0;
    }

    private int awaitHello() {
        int count = image.poll(this, 1);
        String problem = wrong;
        if (problem != null) {
            fail(problem);
        }
        return count;
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        if (header.reservedValue() != Handshake.HELLO || !Handshake.Hello.isThere(buffer, offset, length)) {
            wrong = "handshake: the first message is no hello of this version";
            return;
        }
        Handshake.Hello said = Handshake.Hello.read(buffer, offset);
        hello = said;
        registration = use.client().aeron().asyncAddExclusivePublication(wayBack(said), said.stream());
    }

    private String wayBack(Handshake.Hello said) {
        return acceptor.isIpc() ? Channels.ipcToPublish(settings) : Channels.toPublish(source(), said.port(), settings);
    }

    private InetAddress source() {
        String identity = image.sourceIdentity();
        String host = identity.substring(0, identity.lastIndexOf(':'));
        return InetAddress.ofLiteral(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
    }

    private int welcome(ExclusivePublication back, Handshake.Hello said) {
        int outcome = acceptor.outcome();
        Handshake.Welcome answer = new Handshake.Welcome(said.token(), outcome);
        if (back.offer(answer.bytes(), 0, answer.bytes().capacity(), (term, at, length) -> Handshake.WELCOME) < 0) {
            return 0;
        }
        AeronListener listener = acceptor.listener();
        if (outcome != Handshake.ACCEPTED || listener == null) {
            fail(outcome == Handshake.BUSY ? "busy" : "nobody listens");
        } else {
            open(listener, back);
        }
        return 1;
    }

    private void open(AeronListener listener, ExclusivePublication back) {
        over = true;
        Dispatcher loop = listener.nextLoop();
        boolean isPrivate = acceptor.isIpc() || source().isLoopbackAddress();
        String peer =
                acceptor.isIpc() ? "aeron-ipc:client " + image.sessionId() : "aeron-udp:" + image.sourceIdentity();
        AeronWire wire = new AeronWire(use, loop, back, image, peer, isPrivate, acceptor::forgetConnection);
        use.client().add(wire);
        try {
            loop.execute(() -> wire.open(listener.accept()));
        } catch (RejectedExecutionException ended) {
            wire.abandon(ended);
        }
    }

    private void fail(String reason) {
        if (over) {
            return;
        }
        over = true;
        ExclusivePublication back = publication;
        if (back != null) {
            back.close();
        } else if (hello != null) {
            use.client().aeron().asyncRemovePublication(registration);
        }
        if (back == null && !image.isClosed()) {
            image.reject(reason);
        }
        acceptor.forgetConnection();
        use.close();
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public @Nullable Dispatcher loop() {
        return null;
    }

    @Override
    public void abandon(@Nullable Throwable cause) {
        fail("handshake failed");
    }

    @Override
    public void clientEnded(Throwable cause) {
        if (!over) {
            over = true;
            use.close();
        }
    }
}
