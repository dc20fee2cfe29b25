package io.tellask.netty.pages;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.util.ReferenceCountUtil;
import io.tellask.actor.Cancellable;
import io.tellask.netty.HttpLimits;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.MemoryHolder;
import io.tellask.text.SafeLog;
import org.jspecify.annotations.Nullable;

/**
 * A connection of HTTP/2: its streams are channels of their own, each with one request, an {@link Http2Stream}. Belongs to the connection's
 * loop.
 *
 * <pre>
 *   Http2ControlFrames - Http2FrameCodec - Http2MultiplexHandler - Http2Connection
 *                                              each stream: Http2StreamFrameToHttpObjectCodec - Http2Stream
 * </pre>
 *
 * What a peer could waste is bounded by Netty's codec (streams, sizes of heads, resets, empty and small frames, answers to control frames
 * that it does not read) and {@link Http2ControlFrames} (frames that ask for nothing).
 */
public final class Http2Connection extends ChannelInboundHandlerAdapter implements OpenConnections.Member {
    /** Resets of streams that either side may send in the same time, as in CVE-2023-44487. */
    static final int MOST_RESETS = 200;

    /** Frames of data without data, one behind the other. */
    static final int MOST_EMPTY_FRAMES = 2;

    /** Small frames that one head may be continued in. */
    static final int MOST_SMALL_CONTINUATIONS = 16;

    /** Answers to control frames that may wait for a peer which does not read. */
    static final int MOST_QUEUED_CONTROL_FRAMES = 1_000;

    private static final int WINDOW_SECONDS = Http2ControlFrames.WINDOW_SECONDS;

    /** What may be on its way to each stream, and to all of a connection, as the protocol has it unless somebody says more. */
    private static final int WINDOW_BYTES = 64 * 1024 - 1;

    /** How long streams may take to end once the connection is to end. */
    private static final long GOING_AWAY_MILLIS = 5_000;

    /**
     * Far from nothing: Netty's codec flushes whenever the channel becomes writable, and a flush of TLS writes an empty record where there is
     * nothing else, which must not make the channel unwritable and writable again.
     */
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final Carrier carrier;
    private final Pages pages;
    private final Router router;
    private final MemoryHolder memory;
    private final String address; // as it was at first: a name that is looked up would change what is written of it
    private @Nullable Cancellable timer;
    private int streams;
    private int stalledStreams;
    private boolean ended;

    private Http2Connection(Carrier carrier, Pages pages, Router router, MemoryHolder memory) {
        this.carrier = carrier;
        this.pages = pages;
        this.router = router;
        this.memory = memory;
        address = AuthThrottle.address(carrier.name());
    }

    /** Serves requests on a connection whose peer speaks HTTP/2; its first one has so much time, or as much as every head. */
    public static void begin(Carrier carrier, Pages pages, Router router, long firstNanos) {
        MemoryHolder memory = pages.openMemory(carrier, Pages.CONNECTION_BYTES + WINDOW_BYTES);
        Http2Connection made = new Http2Connection(carrier, pages, router, memory);
        if (!pages.connections().add(made, memory, carrier.loop().nanoTime())) {
            memory.end(0);
            carrier.failed("was refused: there are too many connections");
            carrier.closeAtOnce();
            return;
        }
        carrier.mayRead(() -> true);
        carrier.channel().config().setWriteBufferWaterMark(WATER_MARK);
        carrier.channel()
                .pipeline()
                .addLast(
                        new Http2ControlFrames(carrier),
                        codec(pages.limits()),
                        new Http2MultiplexHandler(made.new Streams()),
                        made);
        made.startTimer(Math.min(firstNanos, pages.limits().headTime().toNanos()));
        carrier.channel().config().setAutoRead(true);
    }

    private static Http2FrameCodec codec(HttpLimits limits) {
        return Http2FrameCodecBuilder.forServer()
                .initialSettings(Http2Settings.defaultSettings()
                        .maxConcurrentStreams(limits.streams())
                        .initialWindowSize(WINDOW_BYTES)
                        .maxHeaderListSize(limits.firstLineBytes() + limits.headerBytes()))
                .validateHeaders(true)
                .encoderEnforceMaxQueuedControlFrames(MOST_QUEUED_CONTROL_FRAMES)
                .encoderEnforceMaxRstFramesPerWindow(MOST_RESETS, WINDOW_SECONDS)
                .decoderEnforceMaxRstFramesPerWindow(MOST_RESETS, WINDOW_SECONDS)
                .decoderEnforceMaxConsecutiveEmptyDataFrames(MOST_EMPTY_FRAMES)
                .decoderEnforceMaxSmallContinuationFrames(MOST_SMALL_CONTINUATIONS)
                .gracefulShutdownTimeoutMillis(GOING_AWAY_MILLIS)
                .build();
    }

    /** What a stream's channel begins with. */
    private final class Streams extends ChannelInitializer<Channel> {
        @Override
        public boolean isSharable() {
            return true;
        }

        @Override
        protected void initChannel(Channel stream) {
            stream.config().setAutoRead(false);
            stream.pipeline()
                    .addLast(
                            new Http2StreamFrameToHttpObjectCodec(true), new Http2Stream(Http2Connection.this, stream));
        }
    }

    private void startTimer(long nanos) {
        stopTimer();
        timer = carrier.loop()
                .schedule(
                        () -> {
                            carrier.failed("did not send its first request in time");
                            carrier.channel().close();
                        },
                        nanos);
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    Carrier carrier() {
        return carrier;
    }

    Pages pages() {
        return pages;
    }

    Router router() {
        return router;
    }

    MemoryHolder memory() {
        return memory;
    }

    void streamBegins() {
        if (streams++ == 0) {
            stopTimer();
            pages.connections().busy(this);
        } else {
            pages.connections().flows(this);
        }
    }

    /** A stream waits for its peer, or has just done so; it is stalled where all streams are. */
    void streamStalls(int change) {
        stalledStreams += change;
        if (ended) {
            return;
        }
        if (stalledStreams == streams && streams > 0) {
            pages.connections().stalls(this, carrier.loop().nanoTime());
        } else {
            pages.connections().flows(this);
        }
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void giveWay(String reason) {
        pages.giveWay(carrier, reason);
    }

    void streamEnds() {
        if (--streams == 0 && !ended) {
            startTimer(pages.limits().idleTime().toNanos());
            pages.connections().idle(this);
        } else if (!ended) {
            streamStalls(0); // perhaps all that are left
        }
    }

    /** What belongs to no stream: the codec has dealt with it, and {@link Http2ControlFrames} has counted it. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ReferenceCountUtil.release(message);
    }

    /** Too many others are there. */
    @Override
    public void evict() {
        carrier.later(() -> {
            if (streams == 0) {
                carrier.channel().close();
            }
        });
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (!ended) {
            ended = true;
            stopTimer();
            carrier.failed("ended before it sent a request; check what is spoken at the other side");
            pages.connections().remove(this);
            memory.end(0);
        }
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        carrier.failed("failed, " + SafeLog.describe(cause));
        if (!(cause instanceof Http2Exception)) { // else the codec says so to the peer, and closes
            carrier.closeAtOnce();
        }
    }
}
