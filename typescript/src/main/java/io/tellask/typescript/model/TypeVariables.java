package io.tellask.typescript.model;

import io.tellask.typescript.model.JavaType.ArrayOf;
import io.tellask.typescript.model.JavaType.Declared;
import io.tellask.typescript.model.JavaType.Primitive;
import io.tellask.typescript.model.JavaType.Variable;
import io.tellask.typescript.model.JavaType.Wildcard;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the type parameters of the types above a class are in it. Not thread-safe. */
public final class TypeVariables {
    private record Key(String declaredBy, String name) {}

    private final Map<Key, JavaType> known = new HashMap<>();

    private TypeVariables() {}

    /** Of all that is above a class, at any height. */
    public static TypeVariables above(ClassShape type, ClassSource classes) {
        TypeVariables variables = new TypeVariables();
        variables.add(type, classes);
        return variables;
    }

    private void add(ClassShape type, ClassSource classes) {
        addAbove(type.superclass(), classes);
        type.interfaces().forEach(above -> addAbove(above, classes));
    }

    private void addAbove(@Nullable JavaType above, ClassSource classes) {
        if (!(above instanceof Declared declared)) {
            return;
        }
        ClassShape shape = classes.find(declared.className());
        if (shape == null) {
            return;
        }
        List<String> names = shape.variables();
        for (int i = 0; i < names.size() && i < declared.arguments().size(); i++) {
            known.putIfAbsent(
                    new Key(shape.name(), names.get(i)),
                    resolve(declared.arguments().get(i)));
        }
        add(shape, classes);
    }

    /** The type with the known parameters replaced. */
    public JavaType resolve(JavaType type) {
        return switch (type) {
            case Primitive primitive -> primitive;
            case Variable variable -> {
                JavaType found = known.getOrDefault(new Key(variable.declaredBy(), variable.typeName()), variable);
                yield variable.isNullable() ? found.orNull() : found;
            }
            case Declared declared ->
                new Declared(
                        declared.className(),
                        declared.owner() == null ? null : (Declared) resolve(declared.owner()),
                        declared.arguments().stream().map(this::resolve).toList(),
                        declared.isNullable());
            case ArrayOf array -> new ArrayOf(resolve(array.component()), array.isNullable());
            case Wildcard wildcard ->
                new Wildcard(resolve(wildcard.upper()), wildcard.lower() == null ? null : resolve(wildcard.lower()));
        };
    }
}
