package io.tellask.typescript.reflection;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.typescript.TypeScriptException;
import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassShape.Kind;
import io.tellask.typescript.model.ClassShape.Trait;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.MethodShape;
import io.tellask.typescript.model.TypeVariables;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compiled classes: some contracts and all that is met from them. Nothing is initialised. Javadoc is not known, and names
 * of parameters only where the compiler was asked for them ({@code -parameters}). Not thread-safe.
 */
public final class ReflectedClasses implements ClassSource {
    private final Map<String, Class<?>> met = new HashMap<>();
    private final Map<String, ClassShape> shapes = new HashMap<>();
    private final ReflectedTypes types = new ReflectedTypes(this::meet);

    /** Begins with some contracts. */
    public ReflectedClasses(Collection<Class<?>> contracts) {
        contracts.forEach(this::meet);
    }

    private void meet(Class<?> type) {
        Class<?> known = met.putIfAbsent(type.getName(), type);
        if (known != null && known != type) {
            throw new TypeScriptException("typescript: class=" + type.getName()
                    + " comes from two class loaders; write the contracts of each into a module of its own");
        }
    }

    /** A class that was met. */
    public Class<?> type(String className) {
        return Objects.requireNonNull(met.get(className), className);
    }

    @Override
    public @Nullable ClassShape find(String className) {
        ClassShape known = shapes.get(className);
        Class<?> type = met.get(className);
        if (known == null && type != null) {
            known = shape(type);
            shapes.put(className, known);
        }
        return known;
    }

    private ClassShape shape(Class<?> type) {
        Kind kind = kind(type);
        return new ClassShape(
                type.getName(),
                kind,
                traits(type, kind),
                Arrays.stream(type.getTypeParameters())
                        .map(TypeVariable::getName)
                        .toList(),
                fields(type, kind),
                kind == Kind.ENUM ? constants(type) : List.of(),
                kind == Kind.ENUM ? List.of() : permitted(type),
                type.getAnnotatedSuperclass() == null ? null : types.of(type.getAnnotatedSuperclass()),
                Arrays.stream(type.getAnnotatedInterfaces()).map(types::of).toList(),
                "");
    }

    private static Kind kind(Class<?> type) {
        if (type.isEnum()) {
            return Kind.ENUM;
        }
        if (type.isRecord()) {
            return Kind.RECORD;
        }
        return type.isInterface() ? Kind.INTERFACE : Kind.CLASS;
    }

    private static Set<Trait> traits(Class<?> type, Kind kind) {
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        if (Modifier.isAbstract(type.getModifiers())) {
            traits.add(Trait.ABSTRACT);
        }
        if (type.isSealed()) {
            traits.add(Trait.SEALED);
        }
        if (type.isAnnotation()) {
            traits.add(Trait.ANNOTATION);
        }
        boolean isStatic = !type.isMemberClass() || Modifier.isStatic(type.getModifiers());
        if (kind == Kind.CLASS && (!isStatic || type.isLocalClass() || type.isAnonymousClass())) {
            traits.add(Trait.INNER);
        }
        if (kind == Kind.CLASS && !isJdk(type) && isHooked(type)) {
            traits.add(Trait.HOOKED);
        }
        return traits;
    }

    private static boolean isJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    private static boolean isHooked(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                        .map(Method::getName)
                        .anyMatch(name -> name.equals("writeObject") || name.equals("writeReplace"))
                || Arrays.stream(type.getDeclaredFields())
                        .anyMatch(field -> field.getName().equals("serialPersistentFields"));
    }

    private List<ClassShape.Field> fields(Class<?> type, Kind kind) {
        if (isJdk(type)) {
            return List.of();
        }
        List<ClassShape.Field> fields = new ArrayList<>();
        if (kind == Kind.RECORD) {
            Arrays.stream(type.getRecordComponents())
                    .map(each -> new ClassShape.Field(each.getName(), types.of(each.getAnnotatedType(), each), ""))
                    .forEach(fields::add);
        } else if (kind == Kind.CLASS) {
            Arrays.stream(type.getDeclaredFields())
                    .filter(ReflectedClasses::travels)
                    .map(each -> new ClassShape.Field(each.getName(), types.of(each.getAnnotatedType(), each), ""))
                    .forEach(fields::add);
        }
        return fields;
    }

    private static boolean travels(Field field) {
        int modifiers = field.getModifiers();
        return !Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers) && !field.isSynthetic();
    }

    private static List<String> constants(Class<?> type) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(Field::isEnumConstant)
                .map(Field::getName)
                .toList();
    }

    private List<String> permitted(Class<?> type) {
        if (!type.isSealed()) {
            return List.of();
        }
        List<Class<?>> permitted = List.of(type.getPermittedSubclasses());
        permitted.forEach(this::meet);
        return permitted.stream().map(Class::getName).toList();
    }

    @Override
    public List<MethodShape> methods(String contract) {
        Class<?> type = Objects.requireNonNull(met.get(contract), contract);
        TypeVariables above = TypeVariables.above(Objects.requireNonNull(find(contract)), this);
        try {
            return Contract.of(type).methods().stream()
                    .map(method -> method(method, above))
                    .toList();
        } catch (ContractException refused) {
            throw new TypeScriptException("typescript: " + refused.getMessage(), refused);
        }
    }

    private MethodShape method(ContractMethod method, TypeVariables above) {
        Method declared = method.method();
        AnnotatedType[] parameterTypes = declared.getAnnotatedParameterTypes();
        Parameter[] parameters = declared.getParameters();
        List<MethodShape.Parameter> shapes = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            JavaType type = above.resolve(types.of(parameterTypes[i], parameters[i]));
            shapes.add(new MethodShape.Parameter(parameters[i].getName(), type));
        }
        MethodShape.Kind kind = kindOf(method.kind());
        return new MethodShape(
                method.name(),
                kind,
                List.copyOf(shapes),
                above.resolve(result(declared, method.kind())),
                method.signature(),
                method.isOptional(),
                "");
    }

    private static MethodShape.Kind kindOf(ContractMethod.Kind kind) {
        return switch (kind) {
            case TELL -> MethodShape.Kind.TELL;
            case ASK, BLOCKING -> MethodShape.Kind.ASK;
            case STREAM -> MethodShape.Kind.STREAM;
        };
    }

    private JavaType result(Method method, ContractMethod.Kind kind) {
        AnnotatedType returned = method.getAnnotatedReturnType();
        if (kind == ContractMethod.Kind.TELL || kind == ContractMethod.Kind.BLOCKING) {
            return types.of(returned, method);
        }
        return returned instanceof AnnotatedParameterizedType generic
                ? types.of(generic.getAnnotatedActualTypeArguments()[0])
                : JavaType.of("java.lang.Object");
    }
}
