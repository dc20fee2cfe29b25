package io.tellask.typescript.shape;

import io.tellask.typescript.TypeScriptException;
import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassShape.Kind;
import io.tellask.typescript.model.ClassShape.Trait;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.ArrayOf;
import io.tellask.typescript.model.JavaType.Declared;
import io.tellask.typescript.model.JavaType.Primitive;
import io.tellask.typescript.model.JavaType.Variable;
import io.tellask.typescript.model.JavaType.Wildcard;
import io.tellask.typescript.shape.TypeExpression.Compound;
import io.tellask.typescript.shape.TypeExpression.Form;
import io.tellask.typescript.shape.TypeExpression.Named;
import io.tellask.typescript.shape.TypeExpression.OrNull;
import io.tellask.typescript.shape.TypeExpression.Parameter;
import io.tellask.typescript.shape.TypeExpression.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says what a type of Java is on a page. What the codec writes as {@code @binary}, and classes whose values must be noted
 * with their class, are {@code any}; what never travels is refused. Not thread-safe.
 */
final class TypeReader {
    /** Levels of types within types. */
    static final int MAX_DEPTH = 64;

    private static final String SPORE = "io.tellask.remote.Spore";

    private final ClassSource classes;
    private final Hierarchy hierarchy;
    private final Predicate<String> isCallable;
    private final Consumer<String> reached;

    /**
     * @param isCallable whether an interface has methods that are messages
     * @param reached told the name of each class that needs an entry
     */
    TypeReader(ClassSource classes, Predicate<String> isCallable, Consumer<String> reached) {
        this.classes = classes;
        this.isCallable = isCallable;
        this.reached = reached;
        hierarchy = new Hierarchy(classes);
    }

    /**
     * Where a type stands.
     *
     * @param text of the place, for errors
     * @param className the class whose entry it is in
     * @param variables the type parameters of that class
     */
    record Place(String text, String className, List<String> variables) {}

    /** Of a parameter or field, where a box may be null. */
    TypeExpression declared(JavaType type, Place place) {
        TypeExpression read = read(type, place);
        boolean isBox = type instanceof Declared box && StandardTypes.isBox(box.className());
        return isBox && !(read instanceof OrNull) ? new OrNull(read) : read;
    }

    /** Of a result or an item. */
    TypeExpression read(JavaType type, Place place) {
        return read(type, place, 0);
    }

    /** Whether values of a type are code for the actor. */
    boolean isSpore(JavaType type) {
        return type instanceof Declared declared && hierarchy.isBelow(declared.className(), SPORE);
    }

    private TypeExpression read(JavaType type, Place place, int depth) {
        if (depth > MAX_DEPTH) {
            throw refused(
                    place,
                    type,
                    " has types within types, depth=" + depth + " > MAX_DEPTH=" + MAX_DEPTH
                            + "; give a part of it a name, as a record");
        }
        TypeExpression read = switch (type) {
            case Primitive primitive -> scalar(primitive, place);
            case ArrayOf array -> array(array, place, depth);
            case Wildcard wildcard -> read(wildcard.upper(), place, depth + 1);
            case Variable variable -> variable(variable, place, depth);
            case Declared declared -> declared(declared, place, depth);
        };
        return type.isNullable() && !(read instanceof OrNull) ? new OrNull(read) : read;
    }

    private static TypeExpression scalar(Primitive primitive, Place place) {
        Scalar scalar = StandardTypes.scalar(primitive.typeName());
        if (scalar == null) {
            throw new AssertionError(place.text() + primitive);
        }
        return scalar;
    }

    private TypeExpression array(ArrayOf array, Place place, int depth) {
        return switch (array.component().typeName()) {
            case "byte" -> Scalar.BYTES;
            case "char" -> Scalar.TEXT;
            default -> new Compound(Form.LIST, List.of(read(array.component(), place, depth + 1)));
        };
    }

    private TypeExpression variable(Variable variable, Place place, int depth) {
        int index = variable.declaredBy().equals(place.className())
                ? place.variables().indexOf(variable.typeName())
                : -1;
        return index >= 0 ? new Parameter(index) : read(variable.bound(), place, depth + 1);
    }

    private TypeExpression declared(Declared type, Place place, int depth) {
        String name = type.className();
        Scalar scalar = StandardTypes.scalar(name);
        if (scalar != null) {
            return scalar;
        }
        if (StandardTypes.OPTIONALS.containsKey(name)) {
            return new Compound(Form.OPTIONAL, List.of(StandardTypes.OPTIONALS.get(name)));
        }
        ClassShape shape = classes.find(name);
        if (shape == null) {
            throw refused(place, type, " is not found; add what holds it to the class path");
        }
        if (shape.kind() == Kind.ENUM) {
            return named(shape, List.of(), place, type);
        }
        return StandardTypes.isJdk(name) ? ofJdk(type, shape, place, depth) : ofApplication(type, shape, place, depth);
    }

    private TypeExpression ofJdk(Declared type, ClassShape shape, Place place, int depth) {
        String name = shape.name();
        refuseProcess(type, place);
        if (StandardTypes.isFunction(name)) {
            throw refused(
                    place,
                    type,
                    " is a function of the JDK, whose code does not travel; declare an interface of"
                            + " your own, of which the caller passes an actor");
        }
        Form form = StandardTypes.COLLECTIONS.get(name);
        if (form != null) {
            return compound(form, form == Form.MAP ? 2 : 1, type, place, depth);
        }
        boolean mayTravel = shape.kind() == Kind.INTERFACE
                || shape.is(Trait.ABSTRACT)
                || hierarchy.isBelow(name, "java.io.Serializable");
        if (!mayTravel) {
            throw refused(place, type, " of the JDK is not Serializable; convert it to a built-in type or a record");
        }
        return Scalar.ANY;
    }

    private TypeExpression compound(Form form, int arguments, Declared type, Place place, int depth) {
        List<TypeExpression> parts = new ArrayList<>();
        for (int i = 0; i < arguments; i++) {
            parts.add(
                    type.arguments().size() == arguments
                            ? read(type.arguments().get(i), place, depth + 1)
                            : Scalar.ANY);
        }
        return new Compound(form, List.copyOf(parts));
    }

    private TypeExpression ofApplication(Declared type, ClassShape shape, Place place, int depth) {
        if (shape.kind() == Kind.RECORD) {
            return named(shape, arguments(type, shape, place, depth), place, type);
        }
        refuseProcess(type, place);
        if (isSpore(type)) {
            throw refused(
                    place,
                    type,
                    " is code for the actor, which a page does not have; take it as a parameter of its"
                            + " own: such a method is left out");
        }
        Set<String> above = hierarchy.upwards(shape.name());
        if (shape.is(Trait.ANNOTATION)
                || above.contains("java.util.Map")
                || above.contains("java.util.Collection")
                || above.contains("java.lang.Throwable")) {
            return Scalar.ANY;
        }
        boolean isAbstract = shape.kind() == Kind.INTERFACE || shape.is(Trait.ABSTRACT);
        if (shape.is(Trait.SEALED)) {
            return isAbstract ? named(shape, arguments(type, shape, place, depth), place, type) : Scalar.ANY;
        }
        if (shape.kind() == Kind.INTERFACE) {
            return isCallable.test(shape.name()) ? named(shape, List.of(), place, type) : Scalar.ANY;
        }
        if (isAbstract || writesItself(shape)) {
            return Scalar.ANY;
        }
        if (shape.is(Trait.INNER)) {
            throw refused(place, type, " holds on to the object around it; make it static, or a record");
        }
        return named(shape, arguments(type, shape, place, depth), place, type);
    }

    /** Whether some class of its hierarchy writes more than fields. */
    private boolean writesItself(ClassShape shape) {
        if (hierarchy.isBelow(shape.name(), "java.io.Externalizable")) {
            return true;
        }
        for (ClassShape level : Levels.of(shape, classes)) {
            if (level.is(Trait.HOOKED) || StandardTypes.isJdk(level.name())) {
                return true;
            }
        }
        return false;
    }

    private List<TypeExpression> arguments(Declared type, ClassShape shape, Place place, int depth) {
        List<TypeExpression> arguments = new ArrayList<>();
        for (int i = 0; i < shape.variables().size(); i++) {
            arguments.add(i < type.arguments().size() ? read(type.arguments().get(i), place, depth + 1) : Scalar.ANY);
        }
        return List.copyOf(arguments);
    }

    private Named named(ClassShape shape, List<TypeExpression> arguments, Place place, JavaType type) {
        requirePackage(shape.name(), place, type);
        reached.accept(shape.name());
        return new Named(shape.name(), arguments);
    }

    /** Names without a dot are those of scalars in a script. */
    private static void requirePackage(String name, Place place, JavaType type) {
        if (name.indexOf('.') < 0) {
            throw refused(
                    place, type, " is in no package, by which pages tell it from built-in types; move it into one");
        }
    }

    private void refuseProcess(Declared type, Place place) {
        for (String name : hierarchy.upwards(type.className())) {
            String remedy = StandardTypes.remedy(name);
            if (remedy != null) {
                throw refused(place, type, " stands for something of its process; " + remedy);
            }
        }
    }

    private static TypeScriptException refused(Place place, JavaType type, String why) {
        return new TypeScriptException("typescript: " + place.text() + ", type=" + type.typeName() + why);
    }

    /**
     * What a permitted subtype of a sealed type is; null if its values cannot be told from others on a page.
     *
     * @param place in the entry of the sealed type, whose parameters the subtype may have handed on
     */
    @Nullable
    TypeExpression choice(String permitted, Place place) {
        ClassShape shape = classes.find(permitted);
        if (shape == null) {
            throw refused(place, JavaType.of(permitted), " is not found; add what holds it to the class path");
        }
        TypeExpression read = read(JavaType.of(permitted), place);
        if (!(read instanceof Named named)) {
            return null;
        }
        List<TypeExpression> handedOn = new ArrayList<>();
        for (int i = 0; i < named.parts().size(); i++) {
            handedOn.add(handedOn(shape, shape.variables().get(i), place));
        }
        return new Named(permitted, List.copyOf(handedOn));
    }

    /** The parameter of the sealed type that a parameter of its subtype stands for. */
    private static TypeExpression handedOn(ClassShape subtype, String variable, Place place) {
        for (JavaType above : Levels.directlyAbove(subtype)) {
            if (above instanceof Declared declared && declared.className().equals(place.className())) {
                for (int i = 0; i < declared.arguments().size(); i++) {
                    if (declared.arguments().get(i) instanceof Variable handed
                            && handed.typeName().equals(variable)) {
                        return new Parameter(i);
                    }
                }
            }
        }
        return Scalar.ANY;
    }
}
