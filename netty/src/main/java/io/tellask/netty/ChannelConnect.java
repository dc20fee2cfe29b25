package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.ConnectTimeoutException;
import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One attempt to open a channel, on its loop; what is spoken there begins once it is open. */
final class ChannelConnect {
    private final TcpAddress address;
    private final NettyLoop loop;
    private final int connectMillis;
    private final ByteBufAllocator buffers;
    private final Consumer<LoopChannel> handlers;

    /** {@code handlers} puts the handlers in when the channel is about to connect. */
    ChannelConnect(
            TcpAddress address,
            NettyLoop loop,
            int connectMillis,
            ByteBufAllocator buffers,
            Consumer<LoopChannel> handlers) {
        this.address = address;
        this.loop = loop;
        this.connectMillis = connectMillis;
        this.buffers = buffers;
        this.handlers = handlers;
    }

    static int millis(Duration connectTimeout) {
        return (int) Math.min(Integer.MAX_VALUE, TimeUnit.MILLISECONDS.convert(connectTimeout));
    }

    /** Begins; {@code next} is told that nobody was reached. */
    void begin(InetAddress host, Consumer<TransportException> next) {
        LoopChannel channel = null;
        try {
            LoopChannel made = new LoopChannel(loop, buffers);
            channel = made;
            made.config().setOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, connectMillis);
            loop.events().register(made).addListener((ChannelFuture registered) -> {
                if (registered.isSuccess()) {
                    connect(made, host, next);
                } else {
                    next.accept(problem(registered.cause()));
                }
            });
        } catch (Throwable failure) {
            if (channel != null) {
                channel.closeAtOnce();
            }
            next.accept(problem(failure));
        }
    }

    /** The handlers come when it is known whether the connect fails, so that it is told once only. */
    private void connect(LoopChannel channel, InetAddress host, Consumer<TransportException> next) {
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelActive(ChannelHandlerContext context) {
                try {
                    handlers.accept(channel);
                } catch (Throwable failure) {
                    channel.closeAtOnce();
                    next.accept(problem(failure));
                    return;
                }
                context.fireChannelActive();
                context.pipeline().remove(this);
            }
        });
        channel.connect(new InetSocketAddress(host, address.port())).addListener((ChannelFuture outcome) -> {
            Throwable failure = outcome.cause();
            if (failure != null) {
                channel.closeAtOnce();
                next.accept(problem(failure));
            }
        });
    }

    private TransportException problem(@Nullable Throwable failure) {
        String where = "connect: address=" + address.uri();
        Throwable cause = failure == null ? new IllegalStateException("no reason was given") : failure;
        return switch (cause) {
            case ConnectTimeoutException _ ->
                new TransportException(
                        Problem.TIMED_OUT,
                        where + " did not answer, connectTimeoutMillis=" + connectMillis
                                + "; check host, port and firewall",
                        cause);
            case ConnectException _ ->
                new TransportException(
                        Problem.REFUSED,
                        where + " refused, nobody listens there; start the server, or check host and port",
                        cause);
            default -> new TransportException(Problem.FAILED, where + " failed, " + SafeLog.describe(cause), cause);
        };
    }
}
