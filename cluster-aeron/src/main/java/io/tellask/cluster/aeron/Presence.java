package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Which members this one is connected with: each listens to a stream of its own at its address, and each has a publication to each other one, whose
 * driver knows whether somebody listens. Nothing is ever written. Used by one thread.
 */
final class Presence {
    private static final int STREAM = 9_001;

    private final Subscription heard; // that others are connected with
    private final MemberPlaces places;
    private final List<Publication> others = new ArrayList<>();
    private Map<String, Instant> present;

    Presence(Aeron aeron, MemberPlaces places) {
        this.places = places;
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

    /** Takes what came, which is nothing but by strangers. */
    int poll() {
        return heard.poll((buffer, offset, length, header) -> {}, 1);
    }
}
