package io.tellask.bench.aeron;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Dispatcher;
import io.tellask.aeron.TopicPublisher;
import io.tellask.aeron.TopicSubscription;
import io.tellask.aeron.Topics;
import java.net.URI;
import java.util.Arrays;

/** {@code tellask-topics}: tells of a contract, whose one argument is the message; an I/O loop calls the subscriber. */
public final class TopicsBroadcast implements Broadcast {
    private static final String TOPIC = "messages";

    /** Called by name. */
    public TopicsBroadcast() {}

    /** What is published. */
    public interface Feed {
        void message(byte[] bytes);
    }

    @Override
    public Publisher publish(String host, int port, int receivers) {
        TopicPublisher<Feed> publisher = open(host, port).publish(TOPIC, Feed.class);
        BareAeron.await("a receiver", () -> publisher.receivers() >= receivers);
        Feed feed = publisher.tell();
        return (message, length) -> feed.message(length == message.length ? message : Arrays.copyOf(message, length));
    }

    @Override
    public void subscribe(String host, int port, Messages messages) {
        Dispatcher loop = ActorSystem.create().ioLoops().all().getFirst();
        Feed feed = bytes -> messages.message(bytes, bytes.length);
        open(host, port).subscribe(TOPIC, Feed.class, feed, loop::execute, TopicSubscription.Slow.WAIT);
    }

    private static Topics open(String host, int port) {
        return Topics.open(URI.create("aeron-multicast://" + host + ":" + port + "?interface=127.0.0.1"));
    }
}
