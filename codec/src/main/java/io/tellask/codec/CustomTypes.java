package io.tellask.codec;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The custom codecs of a codec, by class and by name. Immutable. */
final class CustomTypes {
    private final List<Registration> registrations;

    CustomTypes(List<Registration> registrations) {
        this.registrations = List.copyOf(registrations);
    }

    /** The registration of exactly this class, else of its nearest superclass, else of the first interface; or null. */
    @Nullable
    Registration of(Class<?> type) {
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

    @Nullable
    Registration named(String name) {
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
