package io.tellask.codec.references;

import io.tellask.codec.DecodeException;
import io.tellask.codec.failure.Failures.ReadAgain;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holes of one message: objects that others refer to before they are built, and what waits for them.
 *
 * <p>Each {@link Placeholder} that a codec is given must find its place: the codec takes it ({@link #take}), or the collection
 * that it has read holds it in place of an element or value and is mended later ({@link #leave}). Whatever else would
 * need an object that is not there cannot exist, and is refused. Patches run one after the other, not within each
 * other, so that long chains take no stack; each back reference costs at most one. Not thread-safe.
 */
public final class ForwardReferences {
    private static final ReadAgain CAREFUL = new ReadAgain("read anew with hooks that wait") {
        private static final long serialVersionUID = 1;
    };

    private final ArrayDeque<Runnable> ready = new ArrayDeque<>();

    /** Containers that miss elements, and how many of their parts wait for that. */
    private final Map<Object, Integer> partial = new IdentityHashMap<>();

    private boolean careful;
    private boolean running;
    private int unfilled;
    private int given;

    /** Reads the message anew, for the reason that {@code how} is. */
    public void startAgain(ReadAgain how) {
        careful |= how == CAREFUL;
    }

    /** Lets hooks wait from the start. */
    public void makeCareful() {
        careful = true;
    }

    /** Ends a message. */
    public void end() {
        careful = false;
    }

    /** Whether hooks wait until all that they read is there. */
    public boolean isCareful() {
        return careful;
    }

    /** Makes hooks wait, for which the message is read anew. */
    public void requireCareful() {
        if (!careful) {
            throw CAREFUL;
        }
    }

    /** A hole for an object that is about to be read. */
    public Placeholder open() {
        unfilled++;
        return new Placeholder();
    }

    /** Begins an object; gives what {@link #leave} needs. */
    public int enter() {
        int outer = given;
        given = 0;
        return outer;
    }

    /** Notes that the codec at work is given a hole. */
    public Placeholder give(Placeholder hole) {
        given++;
        return hole;
    }

    /** The hole that a value just read is, for the codec to say what comes {@link Placeholder#then}; null for any other. */
    @Nullable
    public Placeholder take(@Nullable Object value) {
        if (value instanceof Placeholder hole) {
            given--;
            return hole;
        }
        return null;
    }

    /** Ends an object: what it holds of holes is mended later. */
    public void leave(int outer, Class<?> type, @Nullable Object value) {
        if (given > 0) {
            given -= value == null ? 0 : mendLater(value);
        }
        if (given != 0) {
            throw new DecodeException("decode: an object of class=" + type.getName()
                    + " is needed to build what it refers to; put an object with fields on the cycle");
        }
        given = value instanceof Placeholder ? outer + 1 : outer;
    }

    private int mendLater(Object value) {
        return switch (value) {
            case List<?> list -> await(list, list, () -> fillIn(list));
            case Map<?, ?> map -> await(map, map.values(), () -> fillIn(map));
            case Collection<?> collection -> await(collection, collection, () -> fillIn(collection));
            case AtomicReference<?> reference -> awaitReference(reference);
            default -> 0;
        };
    }

    /** Runs {@code mend} when every hole among {@code elements} is filled; gives how many there are. */
    private int await(Object container, Collection<?> elements, Runnable mend) {
        Countdown countdown = new Countdown(() -> {
            mend.run();
            removePartial(container);
        });
        for (Object element : elements) {
            if (element instanceof Placeholder hole) {
                countdown.missing++;
                hole.then(countdown);
            }
        }
        if (countdown.missing > 0) {
            addPartial(container);
        }
        return countdown.missing;
    }

    /** Notes that a container will get more elements before the message ends. */
    public void addPartial(Object container) {
        partial.merge(container, 1, Integer::sum);
    }

    void removePartial(Object container) {
        partial.computeIfPresent(container, (_, parts) -> parts == 1 ? null : parts - 1);
    }

    /** Whether copying {@code container} now would miss elements. */
    public boolean isPartial(@Nullable Object container) {
        return !partial.isEmpty() && partial.containsKey(container);
    }

    @SuppressWarnings("unchecked")
    private static int awaitReference(AtomicReference<?> reference) {
        if (!(reference.get() instanceof Placeholder hole)) {
            return 0;
        }
        hole.then(((AtomicReference<@Nullable Object>) reference)::set);
        return 1;
    }

    @SuppressWarnings("unchecked")
    private static void fillIn(List<?> list) {
        ((List<@Nullable Object>) list).replaceAll(ForwardReferences::filled);
    }

    @SuppressWarnings("unchecked")
    private static void fillIn(Map<?, ?> map) {
        ((Map<Object, @Nullable Object>) map).replaceAll((_, value) -> filled(value));
    }

    /** A queue takes no element in the place of another: it is emptied and filled anew. */
    @SuppressWarnings("unchecked")
    private static void fillIn(Collection<?> queue) {
        Object[] elements = queue.toArray();
        queue.clear();
        for (Object element : elements) {
            ((Collection<@Nullable Object>) queue).add(filled(element));
        }
    }

    /** The object behind a hole that is filled; any other value itself. */
    public static @Nullable Object filled(@Nullable Object value) {
        return value instanceof Placeholder hole ? hole.value() : value;
    }

    /** Runs {@code build} when no part is a hole any more, be that now or later. */
    public void whenFilled(@Nullable Object[] parts, Runnable build) {
        Countdown countdown = new Countdown(() -> {
            for (int i = 0; i < parts.length; i++) {
                parts[i] = filled(parts[i]);
            }
            build.run();
        });
        for (Object part : parts) {
            if (part instanceof Placeholder hole) {
                take(hole);
                countdown.missing++;
                hole.then(countdown);
            }
        }
        if (countdown.missing == 0) {
            build.run();
        }
    }

    /** The same for the elements of {@code container}, which is partial until then; whether that is now. */
    public boolean whenFilled(@Nullable Object[] parts, Object container, Runnable build) {
        boolean[] done = new boolean[1];
        whenFilled(parts, () -> {
            build.run();
            if (done[0]) {
                removePartial(container);
            }
            done[0] = true;
        });
        if (!done[0]) {
            addPartial(container);
            done[0] = true;
            return false;
        }
        return true;
    }

    /** An array of which an element is set later. */
    public void awaitElement(Object[] array, int index, Placeholder element) {
        addPartial(array);
        element.then(built -> {
            array[index] = built;
            removePartial(array);
        });
    }

    public void fill(Placeholder hole, @Nullable Object value) {
        unfilled--;
        for (Consumer<@Nullable Object> patch : hole.fill(value)) {
            ready.add(() -> patch.accept(value));
        }
        if (!running) {
            running = true;
            for (Runnable patch = ready.poll(); patch != null; patch = ready.poll()) {
                patch.run();
            }
            running = false;
        }
    }

    /** Refuses a message with objects that could not be built. */
    public void requireFilled(long offset) {
        if (unfilled > 0) {
            throw new DecodeException("decode: objects=" + unfilled + " need themselves to be built, offset=" + offset
                    + "; put an object with fields on the cycle");
        }
    }

    public void clear() {
        ready.clear();
        partial.clear();
        running = false;
        unfilled = 0;
        given = 0;
    }

    /** Runs once as many holes are filled as it was counted for. */
    private static final class Countdown implements Consumer<@Nullable Object> {
        private final Runnable last;
        private int missing;

        Countdown(Runnable last) {
            this.last = last;
        }

        @Override
        public void accept(@Nullable Object filled) {
            if (--missing == 0) {
                last.run();
            }
        }
    }
}
