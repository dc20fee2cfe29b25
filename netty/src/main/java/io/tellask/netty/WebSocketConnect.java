package io.tellask.netty;

import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker13;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import io.tellask.remote.Receiver;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.remote.Wire;
import io.tellask.text.SafeText;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/** The client's side: asks for a WebSocket and reads the answer. */
final class WebSocketConnect extends WebSocketHandshake {
    private static final int MOST_REASON_CHARS = 200;

    private final URI address;
    private final Handshaker handshaker;

    WebSocketConnect(
            NettyLoop loop,
            URI address,
            long patienceNanos,
            Function<Wire, Receiver> opened,
            Consumer<Throwable> failed) {
        super(loop, address.toString(), patienceNanos, opened, failed);
        this.address = address;
        handshaker = new Handshaker(address);
    }

    @Override
    void speak(LoopChannel channel) {
        channel.pipeline()
                .addLast(
                        new HttpClientCodec(MOST_LINE_BYTES, MOST_HEADER_BYTES, MOST_BODY_BYTES),
                        new HttpObjectAggregator(MOST_BODY_BYTES, true),
                        this);
        handshaker.handshake(channel).addListener(sent -> {
            if (!sent.isSuccess()) {
                fail(sent.cause());
                channel.closeAtOnce();
            }
        });
    }

    @Override
    void handshake(LoopChannel channel, Object message) {
        if (!(message instanceof FullHttpResponse answer)) {
            return;
        }
        try {
            if (answer.decoderResult().isFailure()) {
                throw new TransportException(
                        Problem.OTHER_PROTOCOL,
                        "connect: address=" + address + " met a peer that does not speak HTTP; check the port");
            }
            if (!answer.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
                throw refused(answer);
            }
            handshaker.finishHandshake(channel, answer);
        } catch (WebSocketHandshakeException | TransportException failure) {
            fail(failure);
            channel.closeAtOnce();
            return;
        }
        open(channel, handshaker.decoder);
    }

    private TransportException refused(FullHttpResponse answer) {
        String reason = answer.content().toString(StandardCharsets.UTF_8).strip();
        return new TransportException(
                answer.status().equals(HttpResponseStatus.FORBIDDEN) ? Problem.NOT_ALLOWED : Problem.FAILED,
                "connect: address=" + address + " gave no WebSocket, status="
                        + answer.status().code() + ", reason="
                        + SafeText.of(reason.substring(0, Math.min(reason.length(), MOST_REASON_CHARS)))
                        + "; check the address and its path");
    }

    /** Netty's, with a decoder that we know. */
    private static final class Handshaker extends WebSocketClientHandshaker13 {
        private final FrameDecoder decoder = new FrameDecoder(false);

        Handshaker(URI address) {
            super(address, WebSocketVersion.V13, null, false, EmptyHttpHeaders.INSTANCE, FrameDecoder.MOST_BYTES);
        }

        @Override
        protected WebSocketFrameDecoder newWebsocketDecoder() {
            return decoder;
        }
    }
}
