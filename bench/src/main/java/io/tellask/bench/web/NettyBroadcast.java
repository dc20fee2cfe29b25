package io.tellask.bench.web;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler.HandshakeComplete;
import io.netty.util.concurrent.EventExecutor;
import io.tellask.bench.spi.Commands;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * {@code limit-netty}: the frames that our JSON session sends, made once and written to all connections by the I/O loops of each. No
 * session, no credit, no actor; what a page sends is dropped. As many loops as ours has.
 */
public final class NettyBroadcast {
    private static final int LARGEST_REQUEST = 8_192;
    private static final int ITEM = 0x19;

    private final Map<EventExecutor, List<Channel>> pages = new ConcurrentHashMap<>();
    private int emitted;

    private NettyBroadcast() {}

    /** Arguments: the case's label, the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> Commands.Opened.at(new NettyBroadcast().open(words[0])));
    }

    private int open(String label) throws InterruptedException {
        EventLoopGroup loops =
                new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), NioIoHandler.newFactory());
        Channel listener = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel page) {
                        page.pipeline()
                                .addLast(
                                        new HttpServerCodec(),
                                        new HttpObjectAggregator(LARGEST_REQUEST),
                                        new WebSocketServerProtocolHandler("/tellask"),
                                        new Page());
                    }
                })
                .bind("127.0.0.1", 0)
                .sync()
                .channel();
        Pump.of(label).start(this::push);
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** One frame of WebSocket with so many items, to all. */
    private CompletionStage<?> push(int items) {
        ByteBuf bytes = Unpooled.directBuffer();
        for (int i = 0; i < items; i++) {
            append(bytes, FeedActor.update(emitted++));
        }
        BinaryWebSocketFrame frame = new BinaryWebSocketFrame(bytes);
        CompletableFuture<?>[] all = pages.entrySet().stream()
                .map(each -> CompletableFuture.runAsync(() -> push(each.getValue(), frame), each.getKey()))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(all).whenComplete((done, failed) -> frame.release());
    }

    private static void push(List<Channel> pages, BinaryWebSocketFrame frame) {
        pages.forEach(page -> page.writeAndFlush(frame.retainedDuplicate(), page.voidPromise()));
    }

    /** The frame of an item as {@code docs/PROTOCOL.md} has it. */
    private static void append(ByteBuf out, Feed.Update update) {
        String text = "{\"symbol\":\"" + update.symbol() + "\",\"price\":" + update.price() + ",\"size\":"
                + update.size() + "}";
        out.writeMediumLE(Integer.BYTES + text.length()).writeByte(ITEM).writeIntLE(RawSession.STREAM);
        out.writeCharSequence(text, StandardCharsets.US_ASCII);
    }

    private final class Page extends SimpleChannelInboundHandler<WebSocketFrame> {
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof HandshakeComplete) {
                pages.computeIfAbsent(context.executor(), none -> new CopyOnWriteArrayList<>())
                        .add(context.channel());
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, WebSocketFrame dropped) {
            // what a page grants is not waited for
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            pages.values().forEach(each -> each.remove(context.channel()));
        }
    }
}
