package io.tellask.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import io.tellask.actor.Cancellable;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One socket of long polling at the server: reads one {@linkplain PollingAction request} after the other and has the connection that it
 * names answer it. Belongs to the socket's loop.
 *
 * Of a request that brings bytes, what one read brought waits here until the connection asks for it, and nothing is read meanwhile. A
 * second request before the first was answered is not read: the socket is closed behind the answer.
 */
final class PollingRequests extends ChannelInboundHandlerAdapter
        implements LoopChannel.Reads, HandshakeLimit.Handshake {
    private final AcceptedConnection connection;
    private final LoopChannel channel;
    private final NettyLoop loop;
    private final HttpRules rules;
    private final PollingTable table;
    private final PollingServerWire.Access access;
    private final PollingBody body = new PollingBody();
    private @Nullable HttpRequest request; // that is being read or answered
    private @Nullable PollingAction action;
    private @Nullable PollingExchange exchange;
    private @Nullable Cancellable timer;
    private boolean taken; // the rules let it through
    private boolean answered;
    private boolean closing;
    private boolean known; // has named a connection
    private long readingNanos; // that are left for the body
    private long readingSince;

    private PollingRequests(
            AcceptedConnection connection, @Nullable TlsHandshake tls, HttpRules rules, PollingTable table) {
        this.connection = connection;
        this.rules = rules;
        this.table = table;
        channel = connection.channel();
        loop = connection.loop();
        access = new PollingServerWire.Access(
                tls != null || channel.staysHere(), tls == null ? null : tls.certificate());
    }

    /** The stage that serves requests. */
    static void accept(AcceptedConnection connection, @Nullable TlsHandshake tls, HttpRules rules, PollingTable table) {
        connection
                .channel()
                .pipeline()
                .addLast(new HttpServerCodec(
                        WebSocketHandshake.MOST_LINE_BYTES,
                        WebSocketHandshake.MOST_HEADER_BYTES,
                        PollingWire.MOST_BYTES));
        behindCodec(connection, tls, rules, table);
    }

    /** The same where requests are decoded already. */
    static void behindCodec(
            AcceptedConnection connection, @Nullable TlsHandshake tls, HttpRules rules, PollingTable table) {
        PollingRequests requests = new PollingRequests(connection, tls, rules, table);
        requests.channel.pipeline().addLast(requests);
        requests.channel.reads(requests);
        requests.startTimer(table.settings().handshakeNanos(), "the first request");
        requests.watch();
    }

    private void startTimer(long nanos, String what) {
        stopTimer();
        timer = loop.schedule(
                () -> {
                    connection.fail(new TransportException(
                            Problem.TIMED_OUT,
                            "http: peer=" + connection.peer("http") + " did not finish " + what + " in time"));
                    channel.closeAtOnce();
                },
                nanos);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    @Override
    public int mostBytes(int turnBytes) {
        return Math.min(turnBytes, LoopChannel.HANDSHAKE_BYTES);
    }

    @Override
    public boolean mayRead() {
        return !closing && !body.waits();
    }

    @Override
    public boolean drops() {
        return false;
    }

    private void watch() {
        if (channel.isActive() && !closing && channel.config().isAutoRead() != mayRead()) {
            channel.config().setAutoRead(mayRead());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (closing) {
                return;
            }
            if (message instanceof HttpRequest next) {
                begin(next);
            }
            if (message instanceof HttpContent content && !closing) {
                content(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest next) {
        if (request != null) { // pipelined: the client has to send it again, on another socket
            stopReading();
            return;
        }
        request = next;
        answered = false;
        readingNanos = table.settings().handshakeNanos();
        table.idle().ended(this);
        HttpRules.Refusal refusal = rules.refusal(next);
        taken = refusal == null;
        PollingAction asked = refusal == null
                ? PollingAction.of(next, table, access)
                : PollingAction.refuse(refusal.status(), refusal.text());
        action = asked;
        body.begin(asked.position(), uploads() ? PollingWire.MOST_BYTES : 0);
        if (asked.kind() == PollingAction.Kind.REFUSE) {
            refuse(asked);
            return;
        }
        if (asked.kind() == PollingAction.Kind.GONE) {
            write(HttpResponseStatus.GONE, PollingExchange.NOTHING, -1, null);
            return;
        }
        beginReading();
        if (asked.kind() == PollingAction.Kind.UPLOAD) {
            beginUpload(next, asked);
        }
    }

    private void beginReading() {
        readingSince = loop.nanoTime();
        startTimer(Math.max(1, readingNanos), "a request");
    }

    private void endReading() {
        stopTimer();
        readingNanos -= loop.nanoTime() - readingSince;
    }

    private void beginUpload(HttpRequest next, PollingAction asked) {
        if (HttpUtil.is100ContinueExpected(next)) {
            channel.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
        begin(asked, PollingServerWire::beginUpload);
    }

    /** What the connection does for a request. */
    private interface Task {
        void run(PollingServerWire wire, PollingExchange exchange);
    }

    private void begin(PollingAction asked, Task task) {
        PollingServerWire wire = asked.wire();
        if (wire != null) {
            known();
            PollingExchange made = new PollingExchange(loop, this, wire);
            exchange = made;
            hand(() -> task.run(wire, made));
        }
    }

    private boolean uploads() {
        PollingAction asked = action;
        return asked != null && asked.kind() == PollingAction.Kind.UPLOAD;
    }

    private void content(HttpContent content) {
        if (request == null || answered) {
            return;
        }
        if (content.decoderResult().isFailure()) {
            refuse(PollingAction.refuse(HttpResponseStatus.BAD_REQUEST, "this is no request of HTTP/1.1"));
        } else if (!body.add(content)) {
            refuse(PollingAction.refuseLongBody());
        } else if (body.isComplete()) {
            endReading();
            serve();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        handBody();
        watch();
        context.fireChannelReadComplete();
    }

    /** The connection asks for more. */
    void handMore(PollingExchange asking) {
        if (asking == exchange && !answered) {
            body.ask();
            handBody();
            watch();
        }
    }

    private void handBody() {
        PollingExchange current = exchange;
        if (current == null || !uploads() || answered) {
            return;
        }
        PollingBody.Part part = body.next();
        if (part == null) {
            if (body.waits() && !body.isComplete() && timer != null) {
                endReading(); // the wait is the connection's
            }
            return;
        }
        if (!part.last() && timer == null) {
            beginReading();
        }
        if (!hand(() -> current.wire().uploaded(current, part.bytes(), part.position(), part.last()))) {
            part.bytes().clear();
        }
    }

    /** A request is complete. */
    private void serve() {
        PollingAction asked = action;
        if (asked == null) {
            return;
        }
        switch (asked.kind()) {
            case ALLOW -> write(HttpResponseStatus.NO_CONTENT, PollingExchange.NOTHING, -1, null);
            case OPEN -> open();
            case POLL -> begin(asked, (wire, made) -> wire.poll(made, asked.position()));
            case CLOSE -> begin(asked, (wire, made) -> wire.closedByPeer(made, asked.position()));
            case UPLOAD, REFUSE, GONE -> {} // at its beginning
        }
    }

    private void open() {
        PollingServerWire made = table.open(connection.peer(rules.secure() ? "https" : "http"), access);
        if (made == null) {
            refuse(PollingAction.refuse(
                    HttpResponseStatus.SERVICE_UNAVAILABLE,
                    "there are too many connections, connections="
                            + table.settings().connections()));
            return;
        }
        known();
        byte[] name = made.id().getBytes(StandardCharsets.US_ASCII);
        table.begin(made, () -> {
            try {
                loop.execute(() -> write(HttpResponseStatus.CREATED, name, 0, null));
            } catch (RejectedExecutionException loopEnded) {
                channel.closeAtOnce();
            }
        });
    }

    private void known() {
        if (!known) {
            known = true;
            connection.served();
        }
    }

    /** Runs a task of the connection, on its loop; false if that has ended. */
    private boolean hand(Runnable task) {
        PollingExchange current = exchange;
        try {
            if (current != null) {
                current.wire().netty().execute(task);
            }
            return true;
        } catch (RejectedExecutionException loopEnded) {
            channel.closeAtOnce();
            return false;
        }
    }

    /** Answers that no, and closes the socket. */
    private void refuse(PollingAction refusal) {
        PollingExchange current = exchange;
        if (current != null) {
            exchange = null;
            release(current);
        }
        connection.fail(new TransportException(
                Problem.NOT_ALLOWED,
                "http: request of peer=" + connection.peer(rules.secure() ? "https" : "http") + " was refused, status="
                        + refusal.status().code() + ", " + refusal.text()));
        closing = true;
        write(refusal.status(), PollingExchange.NOTHING, -1, refusal.text());
    }

    /** Answers for the connection. */
    void answer(PollingExchange answering, HttpResponseStatus status, byte[] bytes, long at) {
        if (answering == exchange && !answered && channel.isActive()) {
            write(status, bytes, at, null);
        } else {
            release(answering);
        }
    }

    private void release(PollingExchange over) {
        try {
            over.wire().netty().execute(() -> over.wire().released(over));
        } catch (RejectedExecutionException loopEnded) {
            channel.closeAtOnce();
        }
    }

    private void write(HttpResponseStatus status, byte[] bytes, long at, @Nullable String text) {
        HttpRequest answering = request;
        answered = true;
        body.clear();
        startTimer(table.settings().silenceNanos(), "reading an answer");
        closing |= !body.isComplete() || answering == null || !HttpUtil.isKeepAlive(answering);
        PollingAnswer answer = text == null ? new PollingAnswer(status, bytes) : new PollingAnswer(status, text);
        answer.position(at);
        if (status.equals(HttpResponseStatus.CREATED)) {
            answer.times(table.settings());
        }
        if (answering != null && taken) {
            answer.allowOrigin(answering);
        }
        channel.writeAndFlush(answer.message(closing)).addListener((ChannelFuture sent) -> left(sent.isSuccess()));
    }

    /** The answer has left, or the socket has ended. */
    private void left(boolean success) {
        PollingExchange over = exchange;
        exchange = null;
        request = null;
        if (over != null && !(uploads() && success)) {
            release(over);
        }
        if (!success) {
            channel.closeAtOnce();
        } else if (closing) {
            stopTimer();
            channel.close();
        } else {
            awaitNext();
        }
    }

    private void awaitNext() {
        startTimer(known ? table.settings().silenceNanos() : table.settings().handshakeNanos(), "the next request");
        if (known && channel.isActive()) {
            table.idle().begin(this, channel);
        }
        watch();
    }

    private void stopReading() {
        closing = true;
        channel.config().setAutoRead(false);
    }

    /** Ends the socket, whose answer does not leave. */
    void cut(PollingExchange over) {
        if (over == exchange) {
            channel.closeAtOnce();
        }
    }

    @Override
    public void evict(LoopChannel evicted, Throwable reason) {
        loop.execute(() -> {
            if (request == null) {
                evicted.closeAtOnce();
            }
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            closing = true;
            if (request == null || !answered) { // an answer that is leaving may do so
                channel.closeAtOnce();
            }
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        stopTimer();
        body.clear();
        table.idle().ended(this);
        connection.fail("ended before it sent a request; check what is spoken at the other side");
        PollingExchange over = exchange;
        exchange = null;
        closing = true;
        if (over != null) {
            release(over);
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        connection.fail("failed, " + SafeLog.describe(cause));
        channel.closeAtOnce();
    }
}
