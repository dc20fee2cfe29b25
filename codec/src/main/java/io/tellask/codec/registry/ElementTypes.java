package io.tellask.codec.registry;

import io.tellask.codec.DecodeException;
import io.tellask.codec.MessageNode;
import io.tellask.codec.builtin.CopiesCodec;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.trust.Closure;
import io.tellask.text.SafeText;
import java.lang.invoke.MethodType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks that what a decoded collection, map, array or optional of the JDK holds is of the type arguments that it was
 * declared with: {@code List<Integer>} takes no strings. Messages do not say type arguments, so this is looked at when
 * the graph is built.
 *
 * <p>Checked is the declared type itself and the arguments within its arguments. Not checked is what the fields of a
 * class are declared with, nor collections of the application's own classes, whose code would run. Null passes, and so
 * does a node that stands for an object of an unknown class. Immutable; thread-safe.
 */
public final class ElementTypes {
    static final ElementTypes NONE = new ElementTypes(Object.class);

    private static final Class<?> COPIES = CopiesCodec.TYPE;

    /** What is expected at one place; {@code first} of its elements or keys, {@code second} of its values. */
    private record Part(
            Class<?> type, @Nullable Part first, @Nullable Part second) {
        boolean hasElements() {
            return first != null || second != null;
        }

        /** The usual case: of this very class, and nothing in it to look at. */
        boolean isExactly(@Nullable Object value) {
            return value != null && value.getClass() == type && first == null && second == null;
        }
    }

    final Type declared;
    private final @Nullable Part root;

    ElementTypes(Type declared) {
        this.declared = declared;
        this.root = declared instanceof Class<?> ? null : partOf(declared);
    }

    private static @Nullable Part partOf(Type type) {
        return switch (type) {
            case Class<?> plain -> plain == Object.class ? null : new Part(boxed(plain), null, null);
            case ParameterizedType generic -> {
                Class<?> raw = Closure.erasure(generic);
                Type[] arguments = generic.getActualTypeArguments();
                boolean known = raw.getName().startsWith("java.util.") && (isMap(raw) ? 2 : 1) == arguments.length;
                Part first = known && holds(raw) ? partOf(arguments[0]) : null;
                yield new Part(raw, first, known && isMap(raw) ? partOf(arguments[1]) : null);
            }
            case GenericArrayType array ->
                new Part(Closure.erasure(array), partOf(array.getGenericComponentType()), null);
            case WildcardType wildcard -> partOf(wildcard.getUpperBounds()[0]);
            default -> null;
        };
    }

    private static Class<?> boxed(Class<?> type) {
        return MethodType.methodType(type).wrap().returnType();
    }

    private static boolean isMap(Class<?> type) {
        return Map.class.isAssignableFrom(type) || type == Map.Entry.class;
    }

    private static boolean holds(Class<?> type) {
        return isMap(type) || Collection.class.isAssignableFrom(type) || type == Optional.class;
    }

    /**
     * Refuses a value that holds something else than its type says.
     *
     * @param bytes those of the message: beyond as many steps, what is shared is looked at once
     */
    public void check(@Nullable Object value, long offset, int bytes) {
        if (root == null || !root.hasElements()) {
            return;
        }
        try {
            new Walk(bytes).elements(value, root);
        } catch (DecodeException misfit) {
            throw FailurePlace.at(misfit, offset);
        } catch (StackOverflowError full) {
            throw FailurePlace.decoding(
                    offset,
                    "decode: the calling thread's stack is full; call with more stack left, or nest views less");
        }
    }

    private static final class Walk {
        private final int mostSteps;
        private int steps;
        private @Nullable Set<Object> seen;

        Walk(int mostSteps) {
            this.mostSteps = mostSteps;
        }

        /** Whether a holder is looked at: each time it is met, until the steps are more than the message has bytes. */
        private boolean enters(Object holder) {
            if (steps <= mostSteps) {
                return true;
            }
            if (seen == null) {
                seen = Collections.newSetFromMap(new IdentityHashMap<>());
            }
            return seen.add(holder);
        }

        void elements(@Nullable Object holder, Part part) {
            if (holder == null || !part.hasElements() || !enters(holder)) {
                return;
            }
            switch (holder) {
                case Object[] array -> all(Arrays.asList(array), part, holder);
                case Collection<?> collection
                when isOfJdk(holder) ->
                    all(holder.getClass() == COPIES ? firstOf(collection) : collection, part, holder);
                case Map<?, ?> map when isOfJdk(holder) -> entries(map, part);
                case Map.Entry<?, ?> entry when isOfJdk(holder) -> entry(entry, part, holder, 0);
                case Optional<?> optional -> one(optional.orElse(null), part.first(), holder, 0, "");
                default -> {}
            }
        }

        private static boolean isOfJdk(Object holder) {
            return holder.getClass().getName().startsWith("java.util.");
        }

        private static Collection<?> firstOf(Collection<?> copies) {
            return copies.isEmpty()
                    ? copies
                    : Collections.singletonList(copies.iterator().next());
        }

        private void all(Collection<?> elements, Part part, Object holder) {
            Part expected = part.first();
            if (expected == null || elements.isEmpty()) {
                return;
            }
            steps += elements.size();
            if (elements.getClass() == ArrayList.class) {
                list((ArrayList<?>) elements, expected, holder);
                return;
            }
            int index = 0;
            for (Object element : elements) {
                if (!expected.isExactly(element)) {
                    one(element, expected, holder, index, "");
                }
                index++;
            }
        }

        private void list(ArrayList<?> elements, Part expected, Object holder) {
            Class<?> usual = expected.hasElements() ? null : expected.type();
            int count = elements.size();
            for (int index = 0; index < count; index++) {
                Object element = elements.get(index);
                if (element == null || element.getClass() != usual) {
                    one(element, expected, holder, index, "");
                }
            }
        }

        private void entries(Map<?, ?> map, Part part) {
            steps += map.size();
            int index = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                entry(entry, part, map, index++);
            }
        }

        private void entry(Map.Entry<?, ?> entry, Part part, Object holder, int index) {
            if (part.first() != null && !part.first().isExactly(entry.getKey())) {
                one(entry.getKey(), part.first(), holder, index, ".key");
            }
            if (part.second() != null && !part.second().isExactly(entry.getValue())) {
                one(entry.getValue(), part.second(), holder, index, ".value");
            }
        }

        private void one(@Nullable Object value, @Nullable Part expected, Object holder, int index, String side) {
            if (value == null || expected == null || value instanceof MessageNode) {
                return;
            }
            try {
                if (!expected.type().isInstance(value)) {
                    throw new DecodeException("decode: class="
                            + SafeText.of(value.getClass().getName()) + " is no "
                            + SafeText.of(expected.type().getTypeName()) + ", which the declared type has here; the two"
                            + " sides disagree on the type");
                }
                elements(value, expected);
            } catch (DecodeException misfit) {
                FailurePlace.addStep(misfit, holder.getClass(), "[" + index + "]" + side);
                throw misfit;
            }
        }
    }
}
