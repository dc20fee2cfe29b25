package io.tellask.netty;

import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Opens a connection over requests of HTTP: asks for its name. Belongs to the loop. */
final class PollingConnect implements PollingAsker {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{32}");
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long MOST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final NettyLoop loop;
    private final PollingTarget nameless;
    private final PollingLink.Dialer dialer;
    private final PollingLink link;
    private final Function<Wire, Receiver> opened;
    private final Consumer<TransportException> failed;

    /** {@code nameless} has the times that hold where the server says nothing else. */
    PollingConnect(
            NettyLoop loop,
            PollingTarget nameless,
            PollingLink.Dialer dialer,
            long patienceNanos,
            Function<Wire, Receiver> opened,
            Consumer<TransportException> failed) {
        this.loop = loop;
        this.nameless = nameless;
        this.dialer = dialer;
        this.opened = opened;
        this.failed = failed;
        link = new PollingLink(loop, dialer, this::name, patienceNanos, 0);
    }

    private String name() {
        return "address=" + nameless.address();
    }

    void begin() {
        link.ask(this);
    }

    @Override
    public FullHttpRequest request() {
        return nameless.request(HttpMethod.POST, 0, PollingExchange.NOTHING);
    }

    @Override
    public void answered(int status, HttpHeaders headers, String text) {
        if (status != 201) {
            refused(
                    status == 403 ? Problem.NOT_ALLOWED : Problem.FAILED,
                    " gave no connection, status=" + status + ", reason=" + text + "; check the address and its path");
        } else if (!ID.matcher(text).matches()) {
            refused(Problem.OTHER_PROTOCOL, " answered what is no answer of Tellask; check the address and its path");
        } else {
            URI address = nameless.address();
            PollingTarget target = new PollingTarget(
                    address,
                    text,
                    nanos(headers.get(PollingAnswer.POLL_TIME), nameless.pollNanos()),
                    nanos(headers.get(PollingAnswer.SILENCE_TIME), nameless.silenceNanos()));
            PollingLink polls = new PollingLink(loop, dialer, this::name, 0, 0);
            new PollingClientWire(loop, target, polls, link).open(opened);
        }
    }

    private static long nanos(String millis, long otherwise) {
        long known = PollingTarget.position(millis);
        return known < 0 ? otherwise : Math.clamp(TimeUnit.MILLISECONDS.toNanos(known), LEAST_NANOS, MOST_NANOS);
    }

    private void refused(Problem problem, String text) {
        failed(new TransportException(problem, "connect: " + name() + text));
    }

    @Override
    public void failed(Throwable cause) {
        link.close();
        failed.accept(
                cause instanceof TransportException known
                        ? known
                        : TlsFailures.of("connect: " + name(), cause, name().startsWith("address=https:")));
    }
}
