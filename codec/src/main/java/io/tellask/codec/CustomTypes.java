package io.tellask.codec;

import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.registry.HandWrittenTypes;
import io.tellask.codec.schema.Descriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The custom codecs of a codec, by class and by name. Immutable. */
final class CustomTypes implements HandWrittenTypes {
    private final List<Registration> registrations;

    CustomTypes(List<Registration> registrations) {
        this.registrations = List.copyOf(registrations);
    }

    @Override
    public @Nullable TypeCodec custom(Class<?> type, AtomicInteger ordinals) {
        Registration known = of(type);
        return known == null ? null : new CustomTypeCodec(type, known, ordinals.getAndIncrement());
    }

    @Override
    public @Nullable TypeCodec customReader(Descriptor remote, TypeRegistry registry) {
        Registration known = named(remote.className);
        return known == null
                ? null
                : new CustomTypeCodec(known.type(), known, CustomTypeCodec.READING).reader(remote, registry);
    }

    @Override
    public @Nullable Class<?> customNamed(String name) {
        Registration known = named(name);
        return known == null ? null : known.type();
    }

    /** The types of all registrations. */
    List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        registrations.forEach(each -> types.add(each.type));
        return types;
    }

    /** The registration of exactly this class, else of its nearest superclass, else of the first interface; or null. */
    private @Nullable Registration of(Class<?> type) {
        for (Class<?> level = type; level != null; level = level.getSuperclass()) {
            for (Registration each : registrations) {
                if (each.type == level && (each.subclasses || level == type)) {
                    return each;
                }
            }
        }
        for (Registration each : registrations) {
            if (each.subclasses && each.type.isAssignableFrom(type)) {
                return each;
            }
        }
        return null;
    }

    private @Nullable Registration named(String name) {
        for (Registration each : registrations) {
            if (each.name.equals(name)) {
                return each;
            }
        }
        return null;
    }

    /**
     * A custom codec for a type.
     *
     * @param name of the type on the wire
     * @param subclasses whether it is used for subclasses too
     */
    record Registration(Class<?> type, String name, boolean subclasses, CustomCodec<?> codec) {
        Registration {
            if (BuiltIns.contains(type) || type.isArray() || type.isPrimitive() || type.isEnum()) {
                throw new IllegalArgumentException("codec builder: class=" + type.getName()
                        + " is built in, an array or an enum; a custom codec is for other classes");
            }
        }
    }
}
