package io.tellask.netty;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.concurrent.TimeUnit;

/**
 * Lets the other side read why a handshake failed: the connection ends this side's half, and what still comes is read and dropped for a
 * second, since closing a socket with unread bytes would destroy what the other side has not read yet. Belongs to the connection's loop.
 */
final class LingeringClose extends ChannelDuplexHandler {
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final LoopChannel.Reads DROPPED = new LoopChannel.Reads() {
        @Override
        public int mostBytes(int turnBytes) {
            return turnBytes;
        }

        @Override
        public boolean mayRead() {
            return true;
        }

        @Override
        public boolean drops() {
            return true;
        }
    };

    private final NettyLoop loop;
    private final LoopChannel channel;
    private boolean lingers;

    LingeringClose(NettyLoop loop, LoopChannel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        if (lingers || !channel.isActive() || channel.isInputShutdown()) {
            context.close(promise);
            return;
        }
        lingers = true;
        channel.closeFuture().addListener(closed -> promise.trySuccess());
        channel.reads(DROPPED);
        channel.shutdownOutput().addListener(ended -> {
            if (!ended.isSuccess()) {
                channel.closeAtOnce();
            }
        });
        loop.schedule(channel::closeAtOnce, LINGER_NANOS);
        channel.config().setAutoRead(true);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (lingers && event instanceof ChannelInputShutdownEvent) {
            channel.closeAtOnce();
        } else {
            context.fireUserEventTriggered(event);
        }
    }
}
