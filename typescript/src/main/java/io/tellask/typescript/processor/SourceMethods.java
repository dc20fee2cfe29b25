package io.tellask.typescript.processor;

import io.tellask.remote.MethodSignature;
import io.tellask.typescript.TypeScriptException;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.MethodShape;
import io.tellask.typescript.model.TypeVariables;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/**
 * The messages of a contract in a source: those that {@code io.tellask.actor.contract.Contract} finds once it is compiled,
 * which a test compares. Of one round; not thread-safe.
 */
final class SourceMethods {
    private static final Set<String> PROMISES = Set.of(
            "io.tellask.actor.Promise",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.CompletableFuture");
    private static final String PUBLISHER = "java.util.concurrent.Flow$Publisher";
    private static final String OPTIONAL = "io.tellask.actor.OptionalMethod";

    private final Elements elements;
    private final Types types;
    private final SourceTypes sourceTypes;
    private final SourceClasses classes;

    SourceMethods(Elements elements, Types types, SourceTypes sourceTypes, SourceClasses classes) {
        this.elements = elements;
        this.types = types;
        this.sourceTypes = sourceTypes;
        this.classes = classes;
    }

    List<MethodShape> of(TypeElement contract, String name) {
        if (contract.getKind() != ElementKind.INTERFACE) {
            throw new TypeScriptException(
                    "typescript: contract=" + name + " is not an interface; declare the calls in one");
        }
        if (contract.getModifiers().contains(Modifier.SEALED)) {
            throw new TypeScriptException(
                    "typescript: contract=" + name
                            + " is sealed, and a generated reference could not implement it; use an interface that anybody may implement");
        }
        TypeVariables above = TypeVariables.above(Objects.requireNonNull(classes.find(name)), classes);
        return messages(contract).stream()
                .map(method -> shape(method, above))
                .sorted(Comparator.comparing(MethodShape::signature))
                .toList();
    }

    private Collection<ExecutableElement> messages(TypeElement contract) {
        Set<TypeElement> interfaces = new LinkedHashSet<>();
        addInterfaces(contract, interfaces);
        List<ExecutableElement> all = interfaces.stream()
                .flatMap(each -> ElementFilter.methodsIn(each.getEnclosedElements()).stream())
                .filter(method -> !method.getModifiers().contains(Modifier.STATIC)
                        && !method.getModifiers().contains(Modifier.PRIVATE))
                .toList();
        Map<String, ExecutableElement> chosen = new LinkedHashMap<>();
        for (ExecutableElement method : all) {
            boolean isMessage = method.getModifiers().contains(Modifier.ABSTRACT)
                    && !isOfObject(method)
                    && all.stream().noneMatch(other -> other != method && elements.overrides(other, method, contract));
            if (isMessage) {
                chosen.merge(erasedKey(method), method, this::moreSpecific);
            }
        }
        return chosen.values();
    }

    private static void addInterfaces(TypeElement type, Set<TypeElement> found) {
        if (found.add(type)) {
            for (TypeMirror above : type.getInterfaces()) {
                if (above.getKind() == TypeKind.ERROR) {
                    throw new SourceTypes.UnresolvedException(above);
                }
                addInterfaces((TypeElement) ((DeclaredType) above).asElement(), found);
            }
        }
    }

    private boolean isOfObject(ExecutableElement method) {
        TypeElement object = Objects.requireNonNull(elements.getTypeElement("java.lang.Object"));
        return ElementFilter.methodsIn(object.getEnclosedElements()).stream()
                .filter(each -> each.getModifiers().contains(Modifier.PUBLIC))
                .anyMatch(each -> erasedKey(each).equals(erasedKey(method)));
    }

    private String erasedKey(ExecutableElement method) {
        List<String> parameters = method.getParameters().stream()
                .map(parameter ->
                        sourceTypes.of(types.erasure(parameter.asType())).typeName()) // toString has annotations
                .toList();
        return method.getSimpleName() + parameters.toString();
    }

    private ExecutableElement moreSpecific(ExecutableElement one, ExecutableElement other) {
        boolean isBelow = types.isSubtype(types.erasure(other.getReturnType()), types.erasure(one.getReturnType()));
        return isBelow ? other : one;
    }

    private MethodShape shape(ExecutableElement method, TypeVariables above) {
        List<MethodShape.Parameter> parameters = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            JavaType type = above.resolve(sourceTypes.of(parameter.asType(), parameter));
            parameters.add(new MethodShape.Parameter(parameter.getSimpleName().toString(), type));
        }
        JavaType returned = above.resolve(sourceTypes.of(method.getReturnType(), method));
        MethodShape.Kind kind = kind(returned);
        MethodSignature signature = new MethodSignature(
                method.getSimpleName().toString(),
                parameters.stream().map(each -> each.type().typeName()).toList(),
                returned.typeName());
        return new MethodShape(
                signature.name(),
                kind,
                parameters,
                isAwaited(returned) ? arrives(returned) : returned,
                signature.toString(),
                method.getAnnotationMirrors().stream()
                        .anyMatch(each -> each.getAnnotationType().toString().equals(OPTIONAL)),
                classes.documentation(method));
    }

    private static MethodShape.Kind kind(JavaType returned) {
        if (returned.typeName().equals("void")) {
            return MethodShape.Kind.TELL;
        }
        return rawName(returned).equals(PUBLISHER) ? MethodShape.Kind.STREAM : MethodShape.Kind.ASK;
    }

    private static boolean isAwaited(JavaType returned) {
        return PROMISES.contains(rawName(returned)) || rawName(returned).equals(PUBLISHER);
    }

    private static String rawName(JavaType type) {
        return type instanceof JavaType.Declared declared ? declared.className() : "";
    }

    private static JavaType arrives(JavaType returned) {
        return returned instanceof JavaType.Declared declared
                        && !declared.arguments().isEmpty()
                ? declared.arguments().getFirst()
                : JavaType.of("java.lang.Object");
    }
}
