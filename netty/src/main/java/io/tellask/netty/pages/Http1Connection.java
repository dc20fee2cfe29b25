package io.tellask.netty.pages;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import io.tellask.actor.Cancellable;
import io.tellask.http.HttpException;
import io.tellask.netty.HttpLimits;
import io.tellask.text.SafeLog;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/1.1 or 1.0: one request after the other, each {@linkplain Router routed} by itself. A request that comes before the
 * one before it is answered waits as bytes; then no more is read. Belongs to the connection's loop.
 *
 * <pre>
 *   RequestDecoder - AnswerEncoder - Http1Connection
 * </pre>
 */
public final class Http1Connection extends ChannelInboundHandlerAdapter implements Line {
    private final Carrier carrier;
    private final HttpLimits limits;
    private final Router router;
    private final RequestDecoder decoder;
    private final AnswerEncoder encoder = new AnswerEncoder();
    private @Nullable ChannelHandlerContext context;
    private @Nullable Incoming current;
    private @Nullable Cancellable timer;
    private @Nullable CountedConnection counted; // once it has served a page
    private boolean headTimer; // the timer is that of a head, which has begun
    private boolean closing; // behind the answer that is under way
    private boolean inputEnded;
    private boolean gone; // taken over, or closed

    private Http1Connection(Carrier carrier, HttpLimits limits, Router router) {
        this.carrier = carrier;
        this.limits = limits;
        this.router = router;
        decoder = new RequestDecoder(limits);
        decoder.mayDecode(this::mayDecode);
    }

    /** Serves requests on a connection that is open, and begins to read them; the first head has so much time, or as much as every head. */
    public static void begin(Carrier carrier, HttpLimits limits, Router router, long firstNanos) {
        Http1Connection made = new Http1Connection(carrier, limits, router);
        carrier.channel().pipeline().addLast(made.decoder, made.encoder, made);
        carrier.mayRead(made::mayRead);
        made.startTimer(Math.min(firstNanos, limits.headTime().toNanos()), "its first request");
        made.headTimer = true;
        made.watch();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    private boolean mayDecode() {
        Incoming request = current;
        return request == null ? !closing || gone : request.wantsBody();
    }

    /** While a request is served, what comes is looked at only so far that the end of the connection is seen. */
    private boolean mayRead() {
        Incoming request = current;
        if (gone) {
            return true;
        }
        if (request == null) {
            return !closing;
        }
        return request.isBodyComplete() ? !decoder.holdsBytes() : request.wantsBody();
    }

    private void watch() {
        Channel channel = carrier.channel();
        if (!gone && channel.isActive() && channel.config().isAutoRead() != mayRead()) {
            channel.config().setAutoRead(mayRead());
        }
    }

    private void startTimer(long nanos, String what) {
        stopTimer();
        timer = carrier.loop()
                .schedule(
                        () -> {
                            carrier.failed("did not send " + what + " in time");
                            carrier.closeAtOnce();
                        },
                        nanos);
    }

    private void startHeadTimer() {
        startTimer(limits.headTime().toNanos(), "a request");
        headTimer = true;
    }

    private void stopTimer() {
        headTimer = false;
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest head && !closing) {
            begin(ctx, head);
        } else if (message instanceof HttpException refusal) {
            refuseHead(refusal);
        }
        Incoming request = current;
        if (gone && !closing) {
            ctx.fireChannelRead(message);
            return;
        }
        if (message instanceof HttpContent content && request != null) {
            request.content(content);
        }
        ReferenceCountUtil.release(message);
    }

    private void begin(ChannelHandlerContext ctx, HttpRequest head) {
        Incoming request;
        try {
            request = new Incoming(this, head, RequestRules.checkedLength(head), limits);
        } catch (HttpException refusal) {
            refuseHead(refusal);
            return;
        }
        stopTimer();
        current = request;
        goesOn();
        try {
            Responder responder = router.route(request);
            if (responder == null) {
                leave(ctx);
            } else {
                request.respondedBy(responder);
                responder.begin();
            }
        } catch (HttpException refusal) {
            refuse(request, refusal);
        }
    }

    /** The connection goes on with another protocol. */
    private void leave(ChannelHandlerContext ctx) {
        gone = true;
        current = null;
        uncount();
        ctx.executor().execute(() -> {
            if (!ctx.isRemoved()) {
                ctx.pipeline().remove(this);
            }
        });
    }

    private void refuseHead(HttpException refusal) {
        stopTimer();
        Incoming request = new Incoming(this, RequestRules.unreadable(), 0, limits);
        current = request;
        goesOn();
        request.failBody(refusal);
        refuse(request, refusal);
    }

    private void refuse(Incoming request, HttpException refusal) {
        carrier.failed("sent a request that was refused, status=" + refusal.status() + ", " + refusal.getMessage());
        closing = true;
        Answers.refuse(request, refusal);
    }

    private void goesOn() {
        router.goesOn();
        CountedConnection known = counted;
        if (known != null) {
            known.busy();
        }
    }

    @Override
    public void countsAsPage(Incoming request, Pages served) {
        CountedConnection known = counted;
        if (known == null) {
            known = new CountedConnection(carrier, served, () -> current == null);
            counted = known;
        }
        request.countsAt(known.memory());
    }

    private void uncount() {
        CountedConnection known = counted;
        counted = null;
        if (known != null) {
            known.end();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        Incoming request = current;
        if (request != null) {
            request.bodyPauses();
        } else if (!gone && !closing && decoder.isInHead() && !headTimer) {
            startHeadTimer();
        }
        watch();
        if (gone) {
            ctx.fireChannelReadComplete();
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Incoming request = current;
        if (request != null) {
            request.writable();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public Channel channel() {
        return carrier.channel();
    }

    @Override
    public Carrier carrier() {
        return carrier;
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public int uncountedBytes() {
        return Pages.CONNECTION_BYTES / 2;
    }

    @Override
    public void bodyWanted() {
        resume();
        watch();
    }

    private void resume() {
        try {
            decoder.resume();
        } catch (Exception failure) {
            abort("failed, " + SafeLog.describe(failure));
        }
        Incoming request = current;
        if (request != null) {
            request.bodyPauses();
        }
        if (inputEnded) {
            endInput();
        }
    }

    @Override
    public void complete(HttpResponse head, Incoming request, long length) {
        encoder.answersHead(request.isHeadMethod());
        boolean old = request.head().protocolVersion().compareTo(HttpVersion.HTTP_1_1) < 0;
        boolean endless = length < 0 && !Outgoing.hasNoBody(head.status()) && !request.isHeadMethod();
        closing |= inputEnded || !request.mayGoOn() || !HttpUtil.isKeepAlive(request.head()) || old && endless;
        closing |= request.standsAlone() && decoder.holdsBytes();
        closing |= head.headers().contains(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE, true);
        if (endless && !old) {
            head.headers().set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
        if (closing) {
            head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (old) {
            head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
    }

    @Override
    public boolean isClosing() {
        return closing;
    }

    @Override
    public void answered(Incoming request) {
        if (current != request) {
            return;
        }
        current = null;
        if (closing || !request.isBodyComplete()) {
            closing = true;
            carrier.channel().close();
            return;
        }
        startTimer(router.idleNanos(limits), "the next request");
        CountedConnection known = counted;
        if (known != null) {
            known.idle();
        }
        router.waits(this::evict);
        resume();
        watch();
    }

    @Override
    public void abort(@Nullable String reason) {
        if (reason != null) {
            carrier.failed(reason);
        }
        carrier.closeAtOnce();
    }

    @Override
    public void stalls() {
        CountedConnection known = counted;
        if (known != null) {
            known.stalls();
        }
    }

    @Override
    public void flows() {
        CountedConnection known = counted;
        if (known != null) {
            known.flows();
        }
    }

    /** Too many others are there. */
    private void evict() {
        carrier.later(() -> {
            if (current == null) {
                carrier.closeAtOnce();
            }
        });
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !gone) {
            inputEnded = true;
            endInput();
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    /** Nothing more comes; what has come is still served. */
    private void endInput() {
        Incoming request = current;
        if (request == null) {
            carrier.channel().close();
        } else if (request.wantsBody()) {
            request.inputEnded();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (!gone) {
            gone = true;
            closing = true;
            stopTimer();
            router.goesOn();
            carrier.failed("ended before it sent a request; check what is spoken at the other side");
            Incoming request = current;
            current = null;
            if (request != null) {
                request.gone();
            }
            uncount();
        }
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        abort("failed, " + SafeLog.describe(cause));
    }
}
