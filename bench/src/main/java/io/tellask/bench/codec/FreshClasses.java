package io.tellask.bench.codec;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes classes that no codec has met: copies of {@link Fresh000} and its part under other names of the same length, so
 * that replacing the digits in the class file is all there is to do.
 */
public final class FreshClasses {
    private static final int MOST = 999;

    private static int defined;

    private FreshClasses() {}

    /** What holds an object of any of them. */
    @SuppressWarnings("serial") // nothing is kept
    public static class Holder implements Serializable {
        public @Nullable Object value;

        public Holder() {}

        Holder(Object value) {
            this.value = value;
        }
    }

    /**
     * Defines a pair of classes, the outer one first.
     *
     * @throws IllegalStateException if this process has had 999 pairs
     */
    static List<Class<?>> define() {
        if (defined == MOST) {
            throw new IllegalStateException("no names left for new classes: pairs=" + MOST);
        }
        String digits = String.format(Locale.ROOT, "%03d", ++defined);
        Class<?> part = define(FreshPart000.class, digits);
        return List.of(define(Fresh000.class, digits), part);
    }

    /** A new object of the outer class. */
    static Object instance(List<Class<?>> types) {
        try {
            return types.getFirst().getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("cannot make an object: class=" + types.getFirst(), e);
        }
    }

    private static Class<?> define(Class<?> template, String digits) {
        String file = template.getSimpleName() + ".class";
        try (InputStream in = Objects.requireNonNull(template.getResourceAsStream(file))) {
            String classFile = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            byte[] copy = classFile
                    .replace("Fresh000", "Fresh" + digits)
                    .replace("FreshPart000", "FreshPart" + digits)
                    .getBytes(StandardCharsets.ISO_8859_1);
            return MethodHandles.lookup().defineClass(copy);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalAccessException e) {
            throw new LinkageError("cannot define a class in the own package", e);
        }
    }
}
