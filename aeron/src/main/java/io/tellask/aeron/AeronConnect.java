package io.tellask.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.tellask.actor.Dispatcher;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The connecting side of a handshake: opens the way back and the way there, says HELLO, and waits for WELCOME. Belongs to the client's
 * thread, but for what comes before it.
 */
final class AeronConnect implements Polled, FragmentHandler {
    private static final SecureRandom TOKENS = new SecureRandom();

    /** How long a driver may take to find out who listens in shared memory, where that is known at once. */
    private static final long IPC_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final AeronAddress address;
    private final AeronSettings settings;
    private final Dispatcher loop;
    private final Function<Wire, Receiver> opened;
    private final Consumer<TransportException> failed;
    private final AeronClients.Use use;
    private final @Nullable UdpProbe probe; // null for IPC
    private final long deadlineNanos;
    private final long token = TOKENS.nextLong();
    private int stream;
    private long backRegistration;
    private long thereRegistration;
    private @Nullable Subscription back;
    private @Nullable ExclusivePublication there;
    private Handshake.@Nullable Welcome welcome;
    private boolean saidHello;
    private long askedNanos;
    private boolean over;

    private AeronConnect(
            AeronAddress address,
            AeronSettings settings,
            Dispatcher loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed,
            AeronClients.Use use,
            @Nullable UdpProbe probe) {
        this.address = address;
        this.settings = settings;
        this.loop = loop;
        this.opened = opened;
        this.failed = failed;
        this.use = use;
        this.probe = probe;
        deadlineNanos = System.nanoTime() + settings.connectTimeout().toNanos();
    }

    /** Looks the name up and starts the driver beside the loop, since both block. */
    static void begin(
            AeronAddress address,
            AeronSettings settings,
            Dispatcher loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        Thread.ofVirtual().name("tellask-aeron-connect").start(() -> {
            try {
                prepare(address, settings, loop, opened, failed);
            } catch (TransportException known) {
                tell(loop, failed, known);
            } catch (Throwable failure) {
                tell(loop, failed, failure(address, failure));
            }
        });
    }

    private static void prepare(
            AeronAddress address,
            AeronSettings settings,
            Dispatcher loop,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        UdpProbe probe = address.isIpc() ? null : UdpProbe.open(address);
        AeronClients.Use use;
        try {
            use = AeronClients.use(address, settings, false);
        } catch (Throwable failure) {
            UdpProbe.close(probe);
            throw failure;
        }
        AeronConnect connect = new AeronConnect(address, settings, loop, opened, failed, use, probe);
        if (!use.client().execute(connect::start)) {
            connect.clientEnded(use.client().gone());
        }
    }

    private static void tell(Dispatcher loop, Consumer<TransportException> failed, TransportException failure) {
        try {
            loop.execute(() -> failed.accept(failure));
        } catch (RejectedExecutionException ended) {
            loop.failed("a connection failed after its loop had ended: ", null, failure);
        }
    }

    private TransportException failure(@Nullable Throwable cause) {
        TransportException noRoom = DriverRoom.refusal("connect", address.uri(), driver(), neededBytes(), cause);
        return noRoom == null ? failure(address, cause) : noRoom;
    }

    private Path driver() {
        return use.client().folder().driver();
    }

    private long neededBytes() {
        return DriverRoom.connectionBytes(settings.termBytes());
    }

    private static TransportException failure(AeronAddress address, @Nullable Throwable cause) {
        return cause == null
                ? new TransportException(
                        Problem.FAILED, "connect: address=" + address.uri() + " failed, its loop has ended")
                : DriverFolder.failed("connect", address.uri(), cause);
    }

    private void start() {
        use.client().add(this);
        try {
            DriverRoom.require("connect", address.uri(), driver(), neededBytes());
            Aeron aeron = use.client().aeron();
            stream = replyStream(aeron);
            UdpProbe udp = probe;
            backRegistration = aeron.asyncAddSubscription(
                    udp == null ? Channels.ipcToReceive() : Channels.toReceive(udp.local(), 0), stream);
            thereRegistration = aeron.asyncAddExclusivePublication(
                    udp == null
                            ? Channels.ipcToPublish(settings)
                            : Channels.toPublish(udp.remote(), address.port(), settings),
                    Handshake.STREAM);
        } catch (TransportException noRoom) {
            fail(noRoom);
        } catch (Throwable failure) {
            fail(failure(failure));
        }
    }

    /** One of its own: the numbers of a driver come once. */
    private static int replyStream(Aeron aeron) {
        int number = (int) aeron.nextCorrelationId();
        return number == Handshake.STREAM ? replyStream(aeron) : number;
    }

    @Override
    public int poll(long nowNanos) {
        if (nowNanos - deadlineNanos > 0) {
            fail(new TransportException(
                    Problem.TIMED_OUT,
                    "connect: address=" + address.uri() + " timed out, connectTimeoutMillis="
                            + settings.connectTimeout().toMillis() + "; check host, port and network"));
            return 1;
        }
        UdpProbe udp = probe;
        if (udp != null && udp.isRefused()) {
            fail(DriverFolder.refused(address.uri()));
            return 1;
        }
        return step();
    }

    private int step() {
        Aeron aeron = use.client().aeron();
        Subscription replies = back;
        if (replies == null) {
            back = aeron.getSubscription(backRegistration);
            return back == null ? 0 : 1;
        }
        ExclusivePublication requests = there;
        if (requests == null) {
            there = aeron.getExclusivePublication(thereRegistration);
            askedNanos = System.nanoTime();
            return there == null ? 0 : 1;
        }
        if (!saidHello) {
            return sayHello(requests, replies);
        }
        return replies.hasNoImages() ? 0 : awaitWelcome(requests, replies, replies.imageAtIndex(0));
    }

    private int sayHello(ExclusivePublication requests, Subscription replies) {
        if (!requests.isConnected()) {
            if (address.isIpc() && System.nanoTime() - askedNanos > IPC_WAIT_NANOS) {
                fail(DriverFolder.refused(address.uri()));
            }
            return 0;
        }
        int port = address.isIpc() ? 0 : Channels.port(replies);
        if (port == 0 && !address.isIpc()) {
            return 0;
        }
        Handshake.Hello hello = new Handshake.Hello(token, stream, port);
        saidHello =
                requests.offer(hello.bytes(), 0, hello.bytes().capacity(), (term, at, length) -> Handshake.HELLO) > 0;
        return saidHello ? 1 : 0;
    }

    private int awaitWelcome(ExclusivePublication requests, Subscription replies, Image image) {
        int count = image.poll(this, 1);
        Handshake.Welcome answer = welcome;
        if (answer == null) {
            return count;
        }
        if (answer.outcome() != Handshake.ACCEPTED) {
            fail(answer.outcome() == Handshake.BUSY ? busy() : DriverFolder.refused(address.uri()));
            return 1;
        }
        over = true;
        UdpProbe udp = probe;
        UdpProbe.close(udp);
        AeronWire wire = new AeronWire(
                use,
                loop,
                requests,
                image,
                address.uri().toString(),
                udp == null || udp.remote().isLoopbackAddress(),
                replies::close);
        use.client().add(wire);
        try {
            loop.execute(() -> wire.open(opened));
        } catch (RejectedExecutionException ended) {
            wire.abandon(ended);
        }
        return 1;
    }

    private TransportException busy() {
        return new TransportException(
                Problem.BUSY,
                "connect: address=" + address.uri() + " has as many connections as it takes; try again later");
    }

    @Override
    public void onFragment(DirectBuffer buffer, int offset, int length, Header header) {
        if (header.reservedValue() != Handshake.WELCOME || !Handshake.Welcome.isThere(buffer, offset, length)) {
            fail(new TransportException(
                    Problem.OTHER_PROTOCOL,
                    "connect: address=" + address.uri() + ", the answer is no welcome of this version"));
            return;
        }
        Handshake.Welcome answer = Handshake.Welcome.read(buffer, offset);
        if (answer.token() != token) {
            fail(new TransportException(
                    Problem.OTHER_PROTOCOL,
                    "connect: address=" + address.uri() + ", the answer was for somebody else"));
            return;
        }
        welcome = answer;
    }

    private void fail(TransportException failure) {
        if (over) {
            return;
        }
        over = true;
        UdpProbe.close(probe);
        Aeron aeron = use.client().aeron();
        if (!aeron.isClosed()) {
            close(aeron);
        }
        use.close();
        tell(loop, failed, failure);
    }

    private void close(Aeron aeron) {
        Subscription replies = back;
        ExclusivePublication requests = there;
        if (replies != null) {
            replies.close();
        } else if (backRegistration != 0) {
            aeron.asyncRemoveSubscription(backRegistration);
        }
        if (requests != null) {
            requests.close();
        } else if (thereRegistration != 0) {
            aeron.asyncRemovePublication(thereRegistration);
        }
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public Dispatcher loop() {
        return loop;
    }

    @Override
    public void abandon(@Nullable Throwable cause) {
        fail(failure(cause));
    }

    @Override
    public void clientEnded(Throwable cause) {
        if (!over) {
            over = true;
            UdpProbe.close(probe);
            use.close();
            tell(loop, failed, failure(address, cause));
        }
    }
}
