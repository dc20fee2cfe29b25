package io.tellask.codec.registry;

import io.tellask.codec.EncodeException;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.graph.DescribedCodec;
import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.hooks.ReplacedCodec;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.trust.Closure;
import io.tellask.text.DataInterface;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Looks ahead whether the classes that a declared type certainly brings can be encoded. */
public final class TypeCheck {
    private final TypeRegistry table;
    private final Set<Class<?>> seen = new HashSet<>();

    public TypeCheck(TypeRegistry table) {
        this.table = table;
    }

    public void check(Type declared) {
        Class<?> root = Closure.erasure(declared);
        refuse(root, root.getSimpleName());
        Map<String, Class<?>> closure = new Closure(BuiltIns::contains).of(declared);
        for (Class<?> type : closure.values()) {
            refuse(type, type.getSimpleName());
            if (!isOpen(type) && writesItsFields(type)) {
                checkFields(type);
            }
        }
    }

    /** Whether a type has no objects of its own: what it holds is seen when there is one. */
    private static boolean isOpen(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
    }

    /** Whether the fields of a class are what is written of it: not where a hook or a custom codec decides. */
    private boolean writesItsFields(Class<?> type) {
        TypeCodec codec = table.typeOf(type);
        return !(codec instanceof DescribedCodec described && !described.writesFields()
                || table.codecOf(type) instanceof ReplacedCodec);
    }

    private void checkFields(Class<?> type) {
        if (!type.isEnum()) {
            try {
                ClassFields.forEachField(
                        type, (field, name) -> refuse(field.getType(), type.getSimpleName() + "." + name));
            } catch (ReflectiveOperationException e) {
                throw new AssertionError("no visitor here throws", e);
            }
        }
    }

    private void refuse(Class<?> start, String path) {
        Class<?> type = start;
        while (type.isArray()) {
            type = type.componentType();
        }
        if (type.isPrimitive() || !seen.add(type)) {
            return;
        }
        TypeCodec codec = DataInterface.of(type) == null ? table.typeOf(type) : table.codecOf(type);
        if (codec instanceof RefusedCodec refused) {
            throw new EncodeException("check: path=" + path + ", " + refused.reason());
        }
    }
}
