package io.tellask.netty.pages;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.tellask.http.HttpException;
import io.tellask.netty.HttpLimits;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Netty's decoder, strict about heads, and only as fast as it is asked: what comes before it may be decoded waits as bytes. What breaks a
 * rule is handed on as the {@link HttpException} that says so, and all behind it is dropped. Belongs to the connection's loop.
 */
public final class RequestDecoder extends HttpRequestDecoder {
    private static final int SLACK_BYTES = 16; // the limits are checked before Netty looks

    private final HeadCheck check;
    private BooleanSupplier mayDecode = () -> true;
    private @Nullable ChannelHandlerContext context;
    private boolean inBody;
    private boolean refused;
    private boolean decoding;

    public RequestDecoder(HttpLimits limits) {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(limits.firstLineBytes() + SLACK_BYTES)
                .setMaxHeaderSize(limits.headerBytes() + SLACK_BYTES)
                .setMaxChunkSize(64 * 1024)
                .setStrictLineParsing(true)
                .setUseRfc9112TransferEncoding(true)
                .setAllowDuplicateContentLengths(false));
        check = new HeadCheck(limits);
    }

    /** Asks before each head and each part of a body. */
    void mayDecode(BooleanSupplier newMayDecode) {
        mayDecode = newMayDecode;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    /** Whether bytes wait to be decoded. */
    boolean holdsBytes() {
        return context != null && actualReadableBytes() > 0;
    }

    /** Whether a part of a head has come. */
    boolean isInHead() {
        return check.isUnderWay();
    }

    /** Decodes what has waited. */
    void resume() throws Exception {
        ChannelHandlerContext known = context;
        if (known != null && !decoding && holdsBytes() && !known.isRemoved()) {
            channelRead(known, Unpooled.EMPTY_BUFFER);
        }
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) throws Exception {
        if (refused) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (!mayDecode.getAsBoolean()) {
            return;
        }
        try {
            if (inBody || check.isComplete(in)) {
                super.decode(ctx, in, out);
                inBody = out.isEmpty() ? inBody : !(out.getLast() instanceof LastHttpContent);
            }
        } catch (HttpException refusal) {
            refused = true;
            in.skipBytes(in.readableBytes());
            out.add(refusal);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        boolean outer = !decoding;
        decoding = true;
        try {
            super.channelRead(ctx, message);
        } finally {
            decoding = !outer;
        }
    }

    /** What has come before still counts; Netty's would drop it. */
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            ctx.fireUserEventTriggered(event);
        } else {
            super.userEventTriggered(ctx, event);
        }
    }
}
