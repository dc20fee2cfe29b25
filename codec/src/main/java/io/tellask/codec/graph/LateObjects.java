package io.tellask.codec.graph;

import io.tellask.codec.references.Placeholder;
import io.tellask.codec.references.ReadReferences;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Objects that exist only when their parts are read: records, immutable collections, lambdas. Where a part is not there
 * yet, because it lies on a cycle, a {@link Placeholder} stands for the object until then. Not thread-safe.
 */
public final class LateObjects {
    private final GraphReader in;
    private final ReadReferences numbered;

    LateObjects(GraphReader in, ReadReferences numbered) {
        this.in = in;
        this.numbered = numbered;
    }

    /**
     * Builds the object that took {@code number} from its parts, or, where one of them is not built yet, arranges that
     * and gives a {@link Placeholder}.
     */
    public Object build(int number, @Nullable Object[] parts, Function<@Nullable Object[], Object> factory) {
        if (!in.keys.isWeighing()) {
            Object value = factory.apply(parts);
            in.fill(number, value);
            return value;
        }
        Placeholder hole = hole(number);
        in.patches.whenFilled(parts, () -> fill(number, hole, factory.apply(parts)));
        return hole.isFilled() ? Objects.requireNonNull(hole.value()) : hole;
    }

    /** Arranges that an object is built of keys when the whole message is read. */
    public Placeholder buildLast(int number, Deferred keyed, Supplier<Object> factory) {
        in.keys.requireWeighing(ReadReferences.UNFINISHED);
        Placeholder hole = hole(number);
        keyed.thenBuild(() -> {
            Object value = factory.get();
            fill(number, hole, value);
            return value;
        });
        return hole;
    }

    private Placeholder hole(int number) {
        return number < 0 ? in.patches.open() : numbered.hole(number);
    }

    void fill(int number, Placeholder hole, @Nullable Object value) {
        numbered.fill(number, value);
        in.patches.fill(hole, value);
    }
}
