package io.tellask.typescript.processor;

import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.ArrayOf;
import io.tellask.typescript.model.JavaType.Declared;
import io.tellask.typescript.model.JavaType.Primitive;
import io.tellask.typescript.model.JavaType.Variable;
import io.tellask.typescript.model.JavaType.Wildcard;
import java.util.List;
import java.util.Locale;
import javax.lang.model.AnnotatedConstruct;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.TypeParameterElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;

/** Turns the types of the compiler into those of the model. Stateless but for the compiler. */
final class SourceTypes {
    private final Elements elements;
    private final Types types;

    SourceTypes(Elements elements, Types types) {
        this.elements = elements;
        this.types = types;
    }

    /** A type that no class has yet: another processor may make it, or the compiler will say so. */
    static final class UnresolvedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnresolvedException(TypeMirror type) {
            super(type.toString());
        }
    }

    /** The type of a component, field, parameter or method, of which an annotation may say that it may be null. */
    JavaType of(TypeMirror type, Element declaredBy) {
        JavaType read = of(type);
        return isNullable(declaredBy) ? read.orNull() : read;
    }

    JavaType of(TypeMirror type) {
        if (type.getKind()
                == TypeKind.ERROR) { // a kind: the compiler's class for declared types implements ErrorType, too
            throw new UnresolvedException(type);
        }
        boolean nullable = isNullable(type);
        return switch (type) {
            case DeclaredType declared -> declared(declared, nullable);
            case ArrayType array -> new ArrayOf(of(array.getComponentType()), nullable);
            case TypeVariable variable -> variable(variable, nullable);
            case WildcardType wildcard ->
                new Wildcard(
                        wildcard.getExtendsBound() == null
                                ? JavaType.of("java.lang.Object")
                                : of(wildcard.getExtendsBound()),
                        wildcard.getSuperBound() == null ? null : of(wildcard.getSuperBound()));
            default -> new Primitive(type.getKind().name().toLowerCase(Locale.ROOT));
        };
    }

    private Declared declared(DeclaredType type, boolean nullable) {
        List<JavaType> arguments =
                type.getTypeArguments().stream().map(this::of).toList();
        Declared owner = type.getEnclosingType() instanceof DeclaredType around && isGeneric(around)
                ? declared(around, false)
                : null;
        return new Declared(binaryName((TypeElement) type.asElement()), owner, arguments, nullable);
    }

    private static boolean isGeneric(DeclaredType type) {
        return !type.getTypeArguments().isEmpty()
                || type.getEnclosingType() instanceof DeclaredType around && isGeneric(around);
    }

    private Variable variable(TypeVariable variable, boolean nullable) {
        TypeParameterElement parameter = (TypeParameterElement) variable.asElement();
        String declaredBy = parameter.getGenericElement() instanceof TypeElement type ? binaryName(type) : "";
        return new Variable(parameter.getSimpleName().toString(), declaredBy, of(erasure(variable)), nullable);
    }

    /** The compiler erases an intersection to its first bound, as the class file does. */
    private TypeMirror erasure(TypeVariable variable) {
        TypeMirror bound = variable.getUpperBound();
        return types.erasure(
                bound.getKind() == TypeKind.INTERSECTION
                        ? ((IntersectionType) bound).getBounds().getFirst()
                        : bound);
    }

    String binaryName(TypeElement type) {
        return elements.getBinaryName(type).toString();
    }

    /** By any annotation of that name, so that no library decides. */
    private static boolean isNullable(AnnotatedConstruct annotated) {
        return annotated.getAnnotationMirrors().stream()
                .anyMatch(each ->
                        each.getAnnotationType().asElement().getSimpleName().contentEquals("Nullable"));
    }
}
