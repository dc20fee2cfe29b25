package io.tellask.typescript.shape;

import io.tellask.typescript.TypeScriptException;
import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassShape.Kind;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.Declared;
import io.tellask.typescript.model.MethodShape;
import io.tellask.typescript.model.TypeVariables;
import io.tellask.typescript.shape.ModuleEntry.Argument;
import io.tellask.typescript.shape.ModuleEntry.Choice;
import io.tellask.typescript.shape.ModuleEntry.Constants;
import io.tellask.typescript.shape.ModuleEntry.Contract;
import io.tellask.typescript.shape.ModuleEntry.Field;
import io.tellask.typescript.shape.ModuleEntry.Fields;
import io.tellask.typescript.shape.ModuleEntry.Method;
import io.tellask.typescript.shape.TypeExpression.Compound;
import io.tellask.typescript.shape.TypeExpression.Form;
import io.tellask.typescript.shape.TypeExpression.Scalar;
import io.tellask.typescript.shape.TypeReader.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Reads contracts and all types that they reach, without recursion from class to class. Not thread-safe. */
public final class ModuleReader {
    /** Classes that a module may describe. */
    public static final int MAX_TYPES = 4_096;

    private static final String PUBLISHER = "java.util.concurrent.Flow$Publisher";

    private final ClassSource classes;
    private final TypeReader types;
    private final Map<String, List<MethodShape>> methods = new HashMap<>();
    private final Set<String> contracts = new HashSet<>();
    private final Set<String> reached = new HashSet<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final Map<String, ModuleEntry> entries = new TreeMap<>();

    private ModuleReader(ClassSource classes) {
        this.classes = classes;
        types = new TypeReader(classes, name -> !methodsOf(name).isEmpty(), this::reach);
    }

    /**
     * The module of some contracts.
     *
     * @throws TypeScriptException if one of them, or a type that they reach, has no form on a page
     */
    public static ContractModule read(ClassSource classes, Collection<String> contracts) {
        ModuleReader reader = new ModuleReader(classes);
        contracts.forEach(reader::begin);
        reader.readAll();
        return new ContractModule(contracts.stream().distinct().toList(), reader.entries);
    }

    private void begin(String contract) {
        if (contract.indexOf('.') < 0) {
            throw new TypeScriptException("typescript: contract=" + contract
                    + " is in no package, by which pages tell it from built-in types; move it into one");
        }
        if (classes.find(contract) == null) {
            throw new TypeScriptException("typescript: contract=" + contract
                    + " is not found; check its name, and add what holds it to the class path");
        }
        methodsOf(contract); // refuses what is no contract
        contracts.add(contract);
        reach(contract);
    }

    private List<MethodShape> methodsOf(String contract) {
        List<MethodShape> known = methods.get(contract);
        if (known == null) {
            known = classes.methods(contract);
            methods.put(contract, known);
        }
        return known;
    }

    private void reach(String className) {
        if (!reached.add(className)) {
            return;
        }
        if (reached.size() > MAX_TYPES) {
            throw new TypeScriptException("typescript: types=" + reached.size() + " > MAX_TYPES=" + MAX_TYPES
                    + " are reached, the last is " + className + "; write fewer contracts into one module");
        }
        open.add(className);
    }

    private void readAll() {
        while (!open.isEmpty()) {
            String name = open.removeFirst();
            ClassShape shape = Objects.requireNonNull(classes.find(name));
            entries.put(name, entry(shape));
        }
    }

    private ModuleEntry entry(ClassShape shape) {
        if (shape.kind() == Kind.ENUM) {
            return new Constants(shape.name(), shape.constants(), shape.documentation());
        }
        if (!shape.permitted().isEmpty() && !contracts.contains(shape.name())) {
            return choice(shape);
        }
        return shape.kind() == Kind.INTERFACE ? contract(shape) : fields(shape);
    }

    private Choice choice(ClassShape shape) {
        Place place = new Place("class=" + shape.name() + ", permitted", shape.name(), shape.variables());
        List<TypeExpression> choices = shape.permitted().stream()
                .map(permitted -> types.choice(permitted, place))
                .filter(Objects::nonNull)
                .toList();
        return new Choice(shape.name(), shape.variables(), choices, shape.documentation());
    }

    private Fields fields(ClassShape shape) {
        TypeVariables above = TypeVariables.above(shape, classes);
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ClassShape level : Levels.of(shape, classes)) {
            if (shape.kind() == Kind.RECORD && level != shape) {
                break;
            }
            for (ClassShape.Field field : level.fields()) {
                String name = names.add(field.name()) ? field.name() : level.name() + '#' + field.name();
                Place place = new Place("class=" + shape.name() + ", field=" + name, shape.name(), shape.variables());
                TypeExpression type = types.declared(above.resolve(field.type()), place);
                fields.add(new Field(name, type, field.documentation()));
            }
        }
        return new Fields(shape.name(), shape.variables(), List.copyOf(fields), shape.documentation());
    }

    private Contract contract(ClassShape shape) {
        List<Method> callable = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (MethodShape method : methodsOf(shape.name())) {
            if (method.parameters().stream().anyMatch(parameter -> types.isSpore(parameter.type()))) {
                leftOut.add(method.name() + " takes a Spore, code that a page does not have");
            } else {
                callable.add(method(shape.name(), method));
            }
        }
        return new Contract(shape.name(), List.copyOf(callable), List.copyOf(leftOut), shape.documentation());
    }

    private Method method(String contract, MethodShape method) {
        String text = "method=" + contract + "." + method.name();
        List<Argument> parameters = new ArrayList<>();
        for (int i = 0; i < method.parameters().size(); i++) {
            MethodShape.Parameter parameter = method.parameters().get(i);
            Place place = new Place(text + ", parameter=" + i, contract, List.of());
            parameters.add(new Argument(parameter.name(), argument(parameter.type(), place)));
        }
        TypeExpression result = method.kind() == MethodShape.Kind.TELL
                ? Scalar.NOTHING
                : types.read(method.result(), new Place(text + ", result", contract, List.of()));
        return new Method(
                method.name(),
                method.kind(),
                List.copyOf(parameters),
                result,
                method.signature(),
                method.isOptional(),
                method.documentation());
    }

    private TypeExpression argument(JavaType type, Place place) {
        if (type instanceof Declared publisher && publisher.className().equals(PUBLISHER)) {
            TypeExpression item = publisher.arguments().isEmpty()
                    ? Scalar.ANY
                    : types.read(publisher.arguments().getFirst(), place);
            return new Compound(Form.STREAM, List.of(item));
        }
        return types.declared(type, place);
    }
}
