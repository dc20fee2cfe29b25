package io.tellask.actor.pattern;

import io.tellask.actor.contract.Routee;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The routee that a key belongs to: the owner of the next point on a ring of hash values (consistent hashing, Karger and others, 1997). Thread-safe.
 *
 * <p>Each routee has a number, the lowest that was free when it was added, and {@value #POINTS} points that are hashes of that number. So a
 * routee that comes takes its share from all others, one that goes leaves its share to all, and one that comes after another went has exactly the
 * keys of that one. Routers of several processes that were given the same routees in the same order agree.
 */
final class KeyRing extends Routees {
    /** Points of a routee: with these, of 10 routees each has within a third of its share. */
    static final int POINTS = 128;

    /** The points in order, and whose they are. */
    private record Ring(long[] points, Routee[] owners) {}

    private final @Nullable Function<Object, ?> key; // null: the argument itself
    private final List<@Nullable Routee> numbered = new ArrayList<>(); // guarded by this; null: the number is free
    private volatile Ring ring = new Ring(new long[0], new Routee[0]);

    KeyRing(Class<?> contract, @Nullable Function<Object, ?> key) {
        super(contract);
        this.key = key;
    }

    @Override
    public @Nullable Routee next(@Nullable Object argument) {
        Object found = key == null || argument == null ? argument : key.apply(argument);
        return ownerOf(Objects.hashCode(found));
    }

    /** Two longs of one hash code are two keys here: numbers are hashed whole. */
    @Override
    public @Nullable Routee next(long argument) {
        return ownerOf(argument);
    }

    private @Nullable Routee ownerOf(long hash) {
        long point = mixed(hash);
        for (Ring now = ring; now.points.length > 0; now = ring) {
            int found = Arrays.binarySearch(now.points, point);
            int place = found >= 0 ? found : ~found;
            Routee owner = now.owners[place < now.points.length ? place : 0];
            if (!isGone(owner)) {
                return owner;
            }
            sweep();
        }
        return null;
    }

    @Override
    void changed(List<Routee> others) {
        Set<Routee> added = new LinkedHashSet<>(others);
        numbered.replaceAll(routee -> routee != null && added.remove(routee) ? routee : null);
        int free = 0;
        for (Routee routee : added) {
            while (free < numbered.size() && numbered.get(free) != null) {
                free++;
            }
            if (free == numbered.size()) {
                numbered.add(routee);
            } else {
                numbered.set(free, routee);
            }
        }
        ring = newRing();
    }

    private Ring newRing() {
        record Point(long at, Routee owner) {}
        List<Point> points = new ArrayList<>();
        for (int number = 0; number < numbered.size(); number++) {
            Routee owner = numbered.get(number);
            for (int i = 0; owner != null && i < POINTS; i++) {
                points.add(new Point(mixed(~((long) number * POINTS + i)), owner));
            }
        }
        points.sort((one, other) -> Long.compare(one.at, other.at));
        return new Ring(
                points.stream().mapToLong(Point::at).toArray(),
                points.stream().map(Point::owner).toArray(Routee[]::new));
    }

    /** The mixing function of SplittableRandom (Steele, Lea, Flood 2014; Stafford's variant 13), which is a bijection. */
    private static long mixed(long value) {
        long first = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        long second = (first ^ first >>> 27) * 0x94d049bb133111ebL;
        return second ^ second >>> 31;
    }
}
