package io.tellask.bench.vertx;

import io.tellask.bench.actor.LocalActors;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageCodec;
import io.vertx.core.eventbus.MessageConsumerOptions;

/** {@code vertx}: consumers of the event bus in one process, each on an event loop; messages are handed over as they are. */
public final class EventBusActors implements LocalActors {
    private static final int BUFFERED_MESSAGES = 1 << 16;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final DeliveryOptions LOCAL =
            new DeliveryOptions().setLocalOnly(true).setCodecName("pair");

    private final Vertx vertx = Vertx.vertx();
    private final EventBus bus = vertx.eventBus().registerCodec(new AsItIs());
    private int addresses;

    public EventBusActors(String contender) {}

    private record Pair(int first, int second) {}

    @Override
    public Receiver receiver(Receiver state) throws Exception {
        String address = consumer(message -> {
            Pair pair = message.body();
            state.tell(pair.first, pair.second);
        });
        return (sender, value) -> bus.send(address, new Pair(sender, value), LOCAL);
    }

    @Override
    public Adder adder() throws Exception {
        String address = consumer(message -> {
            Pair pair = message.body();
            message.reply(pair.first + pair.second);
        });
        return (first, second, answer) ->
                bus.<Integer>request(address, new Pair(first, second), LOCAL).onSuccess(sum -> answer.take(sum.body()));
    }

    @Override
    public Receiver ring(int actors, Receiver arrived) throws Exception {
        int first = addresses;
        int end = first + actors;
        for (int i = first; i < end; i++) {
            String next = "a" + (i + 1 == end ? first : i + 1);
            consumer(message -> {
                Pair pair = message.body();
                if (pair.second == 0) {
                    arrived.tell(pair.first, 0);
                } else {
                    bus.send(next, new Pair(pair.first, pair.second - 1), LOCAL);
                }
            });
        }
        return (message, hops) -> bus.send("a" + first, new Pair(message, hops), LOCAL);
    }

    @Override
    public void spawn(int actors) throws Exception {
        for (int i = 0; i < actors; i++) {
            consumer(message -> {});
        }
    }

    @Override
    public void setTimers(int timers) {
        long[] rung = new long[1];
        for (int i = 0; i < timers; i++) {
            vertx.setTimer(HOUR_MILLIS + i, id -> rung[0]++);
        }
    }

    @Override
    public void close() throws Exception {
        EventBusAdder.answer(vertx.close());
    }

    private String consumer(Handler<Message<Pair>> handler) throws Exception {
        String address = "a" + addresses++;
        bus.<Pair>consumer(new MessageConsumerOptions()
                        .setAddress(address)
                        .setLocalOnly(true)
                        .setMaxBufferedMessages(BUFFERED_MESSAGES))
                .handler(handler);
        return address;
    }

    /** Hands a pair over within the process; nothing is encoded. */
    private static final class AsItIs implements MessageCodec<Pair, Pair> {
        @Override
        public void encodeToWire(Buffer buffer, Pair pair) {
            throw new UnsupportedOperationException("within the process only");
        }

        @Override
        public Pair decodeFromWire(int position, Buffer buffer) {
            throw new UnsupportedOperationException("within the process only");
        }

        @Override
        public Pair transform(Pair pair) {
            return pair;
        }

        @Override
        public String name() {
            return "pair";
        }

        @Override
        public byte systemCodecID() {
            return -1;
        }
    }
}
