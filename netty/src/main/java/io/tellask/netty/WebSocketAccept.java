package io.tellask.netty;

import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import java.util.function.Consumer;
import java.util.function.Function;

/** The server's side: one request, which becomes a WebSocket or is told why not. Cookies are neither read nor set. */
final class WebSocketAccept extends WebSocketHandshake {
    private final HttpRules rules;
    private final String peer;

    WebSocketAccept(
            NettyLoop loop,
            String peer,
            HttpRules rules,
            long patienceNanos,
            Function<Wire, Receiver> opened,
            Consumer<Throwable> failed) {
        super(loop, peer, patienceNanos, opened, failed);
        this.rules = rules;
        this.peer = peer;
    }

    @Override
    void speak(LoopChannel channel) {
        if (channel.pipeline().get(HttpServerCodec.class) == null
                && channel.pipeline().get(HttpRequestDecoder.class) == null) {
            channel.pipeline().addLast(new HttpServerCodec(MOST_LINE_BYTES, MOST_HEADER_BYTES, MOST_BODY_BYTES));
        }
        channel.pipeline().addLast(new HttpObjectAggregator(MOST_BODY_BYTES, true), this);
    }

    @Override
    void handshake(LoopChannel channel, Object message) {
        if (!(message instanceof FullHttpRequest request)) {
            return;
        }
        HttpRules.Refusal refusal = rules.upgradeRefusal(request);
        if (refusal != null) {
            refuse(channel, refusal);
            return;
        }
        Handshaker handshaker = new Handshaker();
        handshaker.handshake(channel, request).addListener((ChannelFuture answered) -> {
            if (answered.isSuccess()) {
                open(channel, handshaker.decoder);
            } else {
                fail(answered.cause());
                channel.closeAtOnce();
            }
        });
    }

    private void refuse(LoopChannel channel, HttpRules.Refusal refusal) {
        FullHttpResponse answer = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, refusal.status(), ByteBufUtil.writeUtf8(channel.alloc(), refusal.text() + "\n"));
        answer.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                .set(HttpHeaderNames.CONTENT_LENGTH, answer.content().readableBytes())
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        channel.writeAndFlush(answer).addListener(sent -> channel.close());
        fail(new TransportException(
                Problem.NOT_ALLOWED,
                "websocket: request of peer=" + peer + " was refused, status="
                        + refusal.status().code() + ", " + refusal.text()));
    }

    /** Netty's, with a decoder that we know. */
    private static final class Handshaker extends WebSocketServerHandshaker13 {
        private final FrameDecoder decoder = new FrameDecoder(true);

        Handshaker() {
            super("", null, FrameDecoder.config(true));
        }

        @Override
        protected WebSocketFrameDecoder newWebsocketDecoder() {
            return decoder;
        }
    }
}
