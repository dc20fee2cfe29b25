package io.tellask.codec.object;

import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.SerialFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Forms of the JDK's locks and blocking queues: what their constructors take, and the elements.
 *
 * <p>In Java serialization such a class writes its locks with their state, and its readObject uses them while it fills
 * the queue: bytes that leave out the part that unlocks them make the reader wait for ever, and a reader without
 * references gives one lock several states. Here no byte of a message is part of a lock.
 */
public final class ConstructorForms {
    private static final Map<Class<?>, Form<?>> BY_CLASS = new HashMap<>();

    static {
        addLocks();
        addQueues();
    }

    private ConstructorForms() {}

    private static void addLocks() {
        Fields fair = new Fields().with("fair", boolean.class);
        add(ReentrantLock.class, fair, lock -> Map.of("fair", lock.isFair()), in -> {
            return registered(in, new ReentrantLock(readFair(in)));
        });
        add(ReentrantReadWriteLock.class, fair, lock -> Map.of("fair", lock.isFair()), in -> {
            return registered(in, new ReentrantReadWriteLock(readFair(in)));
        });
        add(StampedLock.class, new Fields(), _ -> Map.of(), in -> registered(in, new StampedLock()));
        add(
                Semaphore.class,
                new Fields().with("fair", boolean.class).with("permits", int.class),
                it -> Map.of("fair", it.isFair(), "permits", it.availablePermits()),
                in -> {
                    boolean isFair = readFair(in);
                    return registered(in, new Semaphore(readInt(in), isFair));
                });
    }

    private static void addQueues() {
        SerialFields bounded = new SerialFields(ArrayBlockingQueue.class);
        add(
                ArrayBlockingQueue.class,
                new Fields().with("fair", boolean.class).with("places", Object[].class),
                queue -> {
                    Map<String, @Nullable Object> state = bounded.of(queue);
                    ReentrantLock lock = (ReentrantLock) Objects.requireNonNull(state.get("lock"));
                    Object[] items = (Object[]) Objects.requireNonNull(state.get("items"));
                    return Map.of("fair", lock.isFair(), "places", Arrays.copyOf(queue.toArray(), items.length));
                },
                ConstructorForms::readBounded);
        addLinked(LinkedBlockingQueue.class, LinkedBlockingQueue::new);
        addLinked(LinkedBlockingDeque.class, LinkedBlockingDeque::new);
        add(
                PriorityBlockingQueue.class,
                new Fields().with("queue", PriorityQueue.class),
                queue -> {
                    PriorityQueue<Object> copy = new PriorityQueue<>(queue.comparator());
                    copy.addAll(Arrays.asList(queue.toArray()));
                    return Map.of("queue", copy);
                },
                ConstructorForms::readOrdered);
    }

    /** {@code factory} makes an empty queue of a capacity. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static <T extends BlockingQueue> void addLinked(Class<T> type, Function<Integer, T> factory) {
        SerialFields fields = new SerialFields(type);
        add(
                type,
                new Fields().with("capacity", int.class).with("elements", Object[].class),
                queue -> Map.of(
                        "capacity", Objects.requireNonNull(fields.of(queue).get("capacity")),
                        "elements", queue.toArray()),
                in -> {
                    T queue = registered(in, factory.apply(readInt(in)));
                    QueueFill.fill(in, queue, readPart(in, type, "elements", Object[].class));
                    return queue;
                });
    }

    private static <T> void add(
            Class<T> type, Fields fields, Function<T, Map<String, Object>> writer, Function<GraphReader, T> reader) {
        fields.members.sort(ClassFields.WIRE_ORDER);
        ClassShape shape = ClassShape.of(type, Descriptor.OBJECT, fields.members, null, null);
        BY_CLASS.put(type, new Form<>(shape, writer, reader));
    }

    /** The codec of such a class, or null. */
    public static @Nullable TypeCodec of(Class<?> type, AtomicInteger ordinals) {
        Form<?> form = BY_CLASS.get(type);
        return form == null ? null : new ConstructorFormCodec<>(form, ordinals.getAndIncrement());
    }

    /** Whether the class is one of them. */
    public static boolean contains(Class<?> type) {
        return BY_CLASS.containsKey(type);
    }

    /** Whether the class is one of them, or holds the state of one. */
    public static boolean reaches(Class<?> type) {
        Class<?> level = type;
        while (level != null && !contains(level)) {
            level = level.getSuperclass();
        }
        return level != null;
    }

    private static <T> T registered(GraphReader in, T value) {
        in.register(value);
        return value;
    }

    private static int readInt(GraphReader in) {
        return (int) Objects.requireNonNull(new FieldValues.Input().read(in, 'I'));
    }

    private static boolean readFair(GraphReader in) {
        return new FieldValues.Input().readFlag(in.in);
    }

    private static ArrayBlockingQueue<Object> readBounded(GraphReader in) {
        int number = in.reserve();
        boolean isFair = readFair(in);
        Object[] places = (Object[]) readPart(in, ArrayBlockingQueue.class, "places", Object[].class);
        ArrayBlockingQueue<Object> queue = new ArrayBlockingQueue<>(places.length, isFair);
        in.fill(number, queue);
        QueueFill.fill(in, queue, places);
        return queue;
    }

    @SuppressWarnings("unchecked")
    private static PriorityBlockingQueue<Object> readOrdered(GraphReader in) {
        int number = in.reserve();
        PriorityQueue<Object> source =
                (PriorityQueue<Object>) readPart(in, PriorityBlockingQueue.class, "queue", PriorityQueue.class);
        PriorityBlockingQueue<Object> queue =
                new PriorityBlockingQueue<>(Math.max(1, source.size()), source.comparator());
        in.fill(number, queue);
        QueueFill.fill(in, queue, source);
        return queue;
    }

    /** Reads a part that belongs to its queue alone: copying one that others share could cost more than was sent. */
    private static Object readPart(GraphReader in, Class<?> type, String field, Class<?> expected) {
        boolean shared = in.isAtBackReference();
        Object part;
        try {
            part = in.readRef();
        } catch (Throwable e) {
            throw FailurePath.readingStep(e, in, type, "." + field);
        }
        if (shared || part == null || part.getClass() != expected) {
            throw in.damaged("field=" + field + " of class=" + type.getName() + " is no " + expected.getSimpleName()
                    + " of its own");
        }
        return part;
    }

    /**
     * The form of one class.
     *
     * @param writer gives the values of the fields
     * @param reader reads the fields in their order, registers the object and gives it
     */
    record Form<T>(ClassShape shape, Function<T, Map<String, Object>> writer, Function<GraphReader, T> reader) {}

    /** Fields that exist in the form only. */
    private static final class Fields {
        private final List<Member> members = new ArrayList<>();

        Fields with(String name, Class<?> type) {
            members.add(new Member(name, FieldSpec.kindOf(type), type, null, null, -1));
            return this;
        }
    }
}
