package io.tellask.typescript.shape;

import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.Declared;
import java.util.ArrayList;
import java.util.List;

/** The classes that an object's fields are declared by. Stateless. */
final class Levels {
    private static final String SERIALIZABLE = "java.io.Serializable";

    private Levels() {}

    /** The class and its superclasses, without {@code Object}; of a Serializable one only those that are Serializable. */
    static List<ClassShape> of(ClassShape type, ClassSource classes) {
        Hierarchy hierarchy = new Hierarchy(classes);
        boolean isSerializable = hierarchy.isBelow(type.name(), SERIALIZABLE);
        List<ClassShape> levels = new ArrayList<>();
        ClassShape level = type;
        while (level != null
                && !level.name().equals("java.lang.Object")
                && (!isSerializable || hierarchy.isBelow(level.name(), SERIALIZABLE))) {
            levels.add(level);
            level = level.superclass() instanceof Declared above ? classes.find(above.className()) : null;
        }
        return levels;
    }

    /** The superclass and the interfaces that a class names itself. */
    static List<JavaType> directlyAbove(ClassShape type) {
        List<JavaType> above = new ArrayList<>(type.interfaces());
        if (type.superclass() != null) {
            above.add(type.superclass());
        }
        return above;
    }
}
