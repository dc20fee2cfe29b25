package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Which members this one is connected with: each listens to a stream of its own at its address, and each has a publication to each other one, whose
 * driver knows whether somebody listens. Each tells the others from time to time how far its snapshots go. Used by one thread.
 *
 * <pre>
 * message  member: int, position in the log: long
 * </pre>
 *
 * Numbers are little endian.
 */
final class Presence {
    private static final int STREAM = 9_001;
    private static final int MESSAGE = 4 + 8;
    private static final int MESSAGES = 10;
    private static final long TELL_NANOS = Duration.ofSeconds(1).toNanos();

    private final Subscription heard; // that others are connected with
    private final MemberPlaces places;
    private final List<Publication> others = new ArrayList<>();
    private final long[] positions; // by number; 0 where none was told
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE]);
    private long toldAt = System.nanoTime();
    private Map<String, Instant> present;

    Presence(Aeron aeron, MemberPlaces places) {
        this.places = places;
        positions = new long[places.names().size()];
        heard = aeron.addSubscription(places.channel(places.self()), STREAM);
        for (int number = 0; number < places.names().size(); number++) {
            others.add(aeron.addPublication(places.channel(number), STREAM));
        }
        present = Map.of(places.name(places.self()), Instant.now());
    }

    /** Since when members are connected, by name; the same object where nothing has changed. */
    Map<String, Instant> present() {
        if (isChanged()) {
            Instant now = Instant.now();
            Map<String, Instant> next = new TreeMap<>();
            for (int number = 0; number < others.size(); number++) {
                if (isPresent(number)) {
                    next.put(places.name(number), present.getOrDefault(places.name(number), now));
                }
            }
            present = Map.copyOf(next);
        }
        return present;
    }

    private boolean isChanged() {
        for (int number = 0; number < others.size(); number++) {
            if (isPresent(number) != present.containsKey(places.name(number))) {
                return true;
            }
        }
        return false;
    }

    private boolean isPresent(int number) {
        return number == places.self()
                || Objects.requireNonNull(others.get(number)).isConnected();
    }

    /** Takes what others told. */
    int poll() {
        return heard.poll((buffer, offset, length, header) -> hear(buffer, offset, length), MESSAGES);
    }

    private void hear(DirectBuffer buffer, int offset, int length) {
        int number = length == MESSAGE ? buffer.getInt(offset) : -1;
        if (number >= 0 && number < positions.length) {
            positions[number] = buffer.getLong(offset + 4);
        }
    }

    /** Tells how far the snapshots of this member go, once a second; what gets lost is told again. */
    void tell(long position) {
        long now = System.nanoTime();
        if (now - toldAt < TELL_NANOS && position == positions[places.self()]) {
            return;
        }
        toldAt = now;
        positions[places.self()] = position;
        message.putInt(0, places.self());
        message.putLong(4, position);
        for (Publication each : others) {
            each.offer(message, 0, MESSAGE);
        }
    }

    /** Position up to which all members have snapshots, as far as they told; 0 where one of them has not. */
    long least() {
        long least = positions[0];
        for (long each : positions) {
            least = Math.min(least, each);
        }
        return least;
    }
}
