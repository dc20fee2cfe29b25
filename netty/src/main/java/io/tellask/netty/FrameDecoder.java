package io.tellask.netty;

import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;

/** Netty's decoder of WebSocket frames, which also says how much of a frame it keeps until the rest has come. Belongs to the loop. */
final class FrameDecoder extends WebSocket13FrameDecoder {
    /** The longest frame that is taken, and that is sent. */
    static final int MOST_BYTES = 64 * 1024;

    FrameDecoder(boolean masked) {
        super(config(masked));
    }

    /** Frames of clients are masked, those of servers are not. */
    static WebSocketDecoderConfig config(boolean masked) {
        return WebSocketDecoderConfig.newBuilder()
                .maxFramePayloadLength(MOST_BYTES)
                .expectMaskedFrames(masked)
                .allowMaskMismatch(false)
                .allowExtensions(false)
                .withUTF8Validator(false)
                .closeOnProtocolViolation(true)
                .build();
    }

    int heldBytes() {
        return internalBuffer().capacity();
    }
}
