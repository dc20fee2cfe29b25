package io.tellask.codec.object;

import io.tellask.codec.graph.Deferred;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.references.ForwardReferences;
import java.util.Arrays;
import java.util.Collection;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Lets elements into a blocking queue: at once, or at the end of the message where some of them are not built before.
 * Not thread-safe.
 */
final class QueueFill extends Deferred {
    private final Queue<Object> queue;

    /** Array or collection that the message fills. */
    private final Object source;

    private final ForwardReferences patches;

    private QueueFill(Queue<Object> queue, Object source, ForwardReferences patches) {
        this.queue = queue;
        this.source = source;
        this.patches = patches;
    }

    /** Fills {@code queue} from an array, whose places without an element stay free, or a collection. */
    static void fill(GraphReader in, Queue<Object> queue, Object source) {
        QueueFill fill = new QueueFill(queue, source, in.patches);
        if (in.patches.isPartial(source)) {
            in.reach.endKeys(in.reach.lowest(), fill);
        } else {
            fill.refill();
        }
    }

    private Collection<?> elements() {
        return source instanceof Object[] array ? Arrays.asList(array) : (Collection<?>) source;
    }

    @Override
    public Object container() {
        return queue;
    }

    @Override
    public boolean hasUnfilled() {
        return source instanceof Object[] && patches.isPartial(source);
    }

    @Override
    public void fillIn(GraphReader in) {
        refill();
    }

    @Override
    public void refill() {
        queue.clear();
        for (@Nullable Object element : elements()) {
            if (element != null) {
                queue.add(element);
            }
        }
    }

    /** A sorted source may have got its elements after the queue did. */
    @Override
    public boolean isMisplaced() {
        return source instanceof Queue<?> sorted && sorted.size() != queue.size();
    }
}
