package io.tellask.netty.pages;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.util.ReferenceCountUtil;
import io.tellask.http.HttpException;
import org.jspecify.annotations.Nullable;

/** A stream of HTTP/2, with one request: it reads a frame whenever one is wanted, and what is not read yet holds the peer up. On its loop. */
final class Http2Stream extends ChannelInboundHandlerAdapter implements Line {
    /** What a stream takes by itself: its channel, its request, and an answer of a few lines. */
    static final int BASE_BYTES = 8 * 1024;

    private final Http2Connection connection;
    private final Channel channel;
    private @Nullable Incoming request;
    private boolean reads;
    private boolean stalls;
    private boolean over;

    Http2Stream(Http2Connection connection, Channel channel) {
        this.connection = connection;
        this.channel = channel;
        connection.streamBegins();
        connection.memory().add(BASE_BYTES);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.read();
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (message instanceof HttpRequest head && request == null) {
                begin(head);
            }
            Incoming known = request;
            if (message instanceof HttpContent content && known != null) {
                known.content(content);
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(HttpRequest head) {
        Incoming made;
        try {
            made = new Incoming(
                    this,
                    head,
                    RequestRules.checkedLength(head),
                    connection.pages().limits());
        } catch (HttpException refusal) {
            made = new Incoming(
                    this, RequestRules.unreadable(), 0, connection.pages().limits());
            request = made;
            Answers.refuse(made, refusal);
            return;
        }
        request = made;
        try {
            Responder responder = connection.router().route(made);
            if (responder == null) {
                throw new HttpException(400, "HTTP/2 goes on as nothing else");
            }
            made.respondedBy(responder);
            responder.begin();
        } catch (HttpException refusal) {
            Answers.refuse(made, refusal);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        reads = false;
        Incoming known = request;
        if (known != null) {
            known.bodyPauses();
        }
        bodyWanted();
        context.fireChannelReadComplete();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        Incoming known = request;
        if (known != null) {
            known.writable();
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public Channel channel() {
        return channel;
    }

    @Override
    public Carrier carrier() {
        return connection.carrier();
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public void countsAsPage(Incoming page, Pages pages) {
        connection.carrier().served();
        page.countsAt(connection.memory());
    }

    @Override
    public int uncountedBytes() {
        return BASE_BYTES / 4;
    }

    @Override
    public void bodyWanted() {
        Incoming known = request;
        if (known != null && known.wantsBody() && !reads && channel.isActive()) {
            reads = true;
            channel.read();
        }
    }

    @Override
    public void complete(HttpResponse head, Incoming answered, long length) {
        for (String name : Answers.ofConnection()) {
            head.headers().remove(name);
        }
    }

    /** What is left of a body ends with the stream. */
    @Override
    public boolean isClosing() {
        return true;
    }

    @Override
    public void answered(Incoming answered) {
        if (!answered.isBodyComplete()) {
            reset(Http2Error.NO_ERROR);
        }
    }

    @Override
    public void stalls() {
        connection.streamStalls(stalls ? 0 : 1);
        stalls = true;
    }

    @Override
    public void flows() {
        if (stalls) {
            stalls = false;
            connection.streamStalls(-1);
        }
    }

    private void reset(Http2Error error) {
        if (!over && channel.isActive()) {
            over = true;
            channel.writeAndFlush(new DefaultHttp2ResetFrame(error)).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void abort(@Nullable String reason) {
        reset(Http2Error.INTERNAL_ERROR);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        over = true;
        Incoming known = request;
        request = null;
        if (known != null) {
            known.inputEnded();
            known.gone();
        }
        connection.memory().add(-BASE_BYTES);
        connection.streamEnds();
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        reset(Http2Error.PROTOCOL_ERROR);
    }
}
