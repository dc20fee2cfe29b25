package io.tellask.codec.object;

import io.tellask.codec.schema.ClassShape.Member;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import org.jspecify.annotations.Nullable;

/** What the declaration of a field that holds a list tells of the list's elements. */
final class ListElements {
    private ListElements() {}

    /** The class that the elements of a list in {@code member} likely have, or null where nothing tells it. */
    static @Nullable Class<?> of(Class<?> owner, Member member) {
        for (Class<?> level = owner; level != null && level != Object.class; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                if (field.getName().equals(member.name()) && field.getType() == member.type()) {
                    return argumentOf(field);
                }
            }
        }
        return null;
    }

    private static @Nullable Class<?> argumentOf(Field field) {
        return field.getGenericType() instanceof ParameterizedType type
                        && type.getActualTypeArguments().length == 1
                        && type.getActualTypeArguments()[0] instanceof Class<?> element
                        && element != String.class
                        && (element.isEnum() || !Modifier.isAbstract(element.getModifiers()))
                ? element
                : null;
    }
}
