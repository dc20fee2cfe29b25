package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * Bounds the frames of HTTP/2 that ask for nothing: all but DATA, HEADERS and CONTINUATION, and RST_STREAM, which have bounds of their own. A
 * peer that sends more than {@value #MOST_CONTROL_FRAMES} in {@value #WINDOW_SECONDS} s is closed. Of WINDOW_UPDATE two are free for each frame
 * of DATA that was sent to it, one for the stream and one for the connection. Frames are counted as they come, for the codec passes some of
 * them on to nobody. Belongs to the connection's loop.
 *
 * <pre>
 *   +-----------------+-----------+------------+----------------+---------
 *   | payload length  | type      | flags      | stream         | payload
 *   | 3 bytes         | 1 byte    | 1 byte     | 4 bytes        |
 *   +-----------------+-----------+------------+----------------+---------
 * </pre>
 */
final class Http2ControlFrames extends ChannelDuplexHandler {
    /** Frames that ask for nothing, such as PING, SETTINGS and PRIORITY, which one connection may send in {@value #WINDOW_SECONDS} s. */
    static final int MOST_CONTROL_FRAMES = 1_000;

    static final int WINDOW_SECONDS = 30;

    /** Frames of WINDOW_UPDATE that a peer may answer one frame of DATA with. */
    static final int UPDATES_FOR_DATA = 2;

    private static final int PREFACE_BYTES = 24; // "PRI * HTTP/2.0" and so on, before the first frame
    private static final int HEAD_BYTES = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;

    private final Carrier carrier;
    private final FrameScan incoming = new FrameScan(PREFACE_BYTES, this::came);
    private final FrameScan outgoing = new FrameScan(0, this::leaves);
    private long freeUpdates;
    private int controlFrames;
    private long windowBegin;

    /** Finds the heads of frames in bytes that come in any pieces. */
    private static final class FrameScan {
        private final IntConsumer types;
        private int skips;
        private int headBytes;
        private int length;
        private int type;

        FrameScan(int skips, IntConsumer types) {
            this.skips = skips;
            this.types = types;
        }

        void scan(ByteBuf bytes) {
            int end = bytes.writerIndex();
            for (int at = bytes.readerIndex(); at < end; ) {
                if (skips > 0) {
                    int skipped = Math.min(skips, end - at);
                    skips -= skipped;
                    at += skipped;
                } else {
                    next(bytes.getByte(at++) & 0xFF);
                }
            }
        }

        private void next(int value) {
            if (headBytes < 3) {
                length = length << 8 | value;
            } else if (headBytes == 3) {
                type = value;
            }
            if (++headBytes == HEAD_BYTES) {
                skips = length;
                length = 0;
                headBytes = 0;
                types.accept(type);
            }
        }
    }

    Http2ControlFrames(Carrier carrier) {
        this.carrier = carrier;
        windowBegin = carrier.loop().nanoTime();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes) {
            incoming.scan(bytes);
        }
        if (controlFrames > MOST_CONTROL_FRAMES) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (message instanceof ByteBuf bytes) {
            outgoing.scan(bytes);
        }
        context.write(message, promise);
    }

    private void leaves(int type) {
        if (type == DATA) {
            freeUpdates += UPDATES_FOR_DATA;
        }
    }

    private void came(int type) {
        if (type == DATA || type == HEADERS || type == CONTINUATION || type == RST_STREAM) {
            return;
        }
        if (type == WINDOW_UPDATE && freeUpdates > 0) {
            freeUpdates--;
            return;
        }
        long now = carrier.loop().nanoTime();
        if (now - windowBegin > TimeUnit.SECONDS.toNanos(WINDOW_SECONDS)) {
            windowBegin = now;
            controlFrames = 0;
        }
        if (++controlFrames == MOST_CONTROL_FRAMES + 1) {
            carrier.failed("sent more than controlFrames=" + MOST_CONTROL_FRAMES + " in " + WINDOW_SECONDS + " s");
            carrier.closeAtOnce();
        }
    }
}
