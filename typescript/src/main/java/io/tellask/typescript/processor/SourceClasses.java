package io.tellask.typescript.processor;

import io.tellask.typescript.model.ClassShape;
import io.tellask.typescript.model.ClassShape.Kind;
import io.tellask.typescript.model.ClassShape.Trait;
import io.tellask.typescript.model.ClassSource;
import io.tellask.typescript.model.JavaType;
import io.tellask.typescript.model.JavaType.Declared;
import io.tellask.typescript.model.MethodShape;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import org.jspecify.annotations.Nullable;

/** Classes as the compiler sees them, sources with their javadoc among them. Of one round; not thread-safe. */
final class SourceClasses implements ClassSource {
    private final Elements elements;
    private final SourceTypes types;
    private final SourceMethods methods;
    private final Map<String, TypeElement> met = new HashMap<>();
    private final Map<String, ClassShape> shapes = new HashMap<>();

    SourceClasses(Elements elements, Types compilerTypes) {
        this.elements = elements;
        types = new SourceTypes(elements, compilerTypes);
        methods = new SourceMethods(elements, compilerTypes, types, this);
    }

    /** Makes a class known by its binary name, which it tells. */
    String meet(TypeElement type) {
        String name = types.binaryName(type);
        met.putIfAbsent(name, type);
        return name;
    }

    @Override
    public @Nullable ClassShape find(String className) {
        ClassShape known = shapes.get(className);
        if (known == null) {
            TypeElement type = element(className);
            if (type != null) {
                known = shape(className, type);
                shapes.put(className, known);
            }
        }
        return known;
    }

    private @Nullable TypeElement element(String className) {
        TypeElement known = met.get(className);
        if (known == null) {
            known = nested(className);
            if (known != null) {
                met.put(className, known);
            }
        }
        return known;
    }

    /** The class of a binary name, whose dollars may be those of its own name or stand between it and what is around it. */
    private @Nullable TypeElement nested(String className) {
        TypeElement whole = elements.getTypeElement(className);
        for (int at = className.lastIndexOf('$'); whole == null && at > 0; at = className.lastIndexOf('$', at - 1)) {
            TypeElement around = element(className.substring(0, at));
            if (around != null) {
                whole = ElementFilter.typesIn(around.getEnclosedElements()).stream()
                        .filter(each -> types.binaryName(each).equals(className))
                        .findFirst()
                        .orElse(null);
            }
        }
        return whole;
    }

    private ClassShape shape(String name, TypeElement type) {
        Kind kind = kind(type);
        boolean isJdk = name.startsWith("java.");
        return new ClassShape(
                name,
                kind,
                traits(type, kind),
                type.getTypeParameters().stream()
                        .map(each -> each.getSimpleName().toString())
                        .toList(),
                isJdk ? List.of() : fields(type, kind),
                kind == Kind.ENUM ? constants(type) : List.of(),
                kind == Kind.ENUM ? List.of() : permitted(type),
                superclass(type, kind),
                type.getInterfaces().stream().map(types::of).toList(),
                documentation(type));
    }

    private static Kind kind(TypeElement type) {
        return switch (type.getKind()) {
            case ENUM -> Kind.ENUM;
            case RECORD -> Kind.RECORD;
            case INTERFACE, ANNOTATION_TYPE -> Kind.INTERFACE;
            default -> Kind.CLASS;
        };
    }

    private static Set<Trait> traits(TypeElement type, Kind kind) {
        Set<Modifier> modifiers = type.getModifiers();
        Set<Trait> traits = EnumSet.noneOf(Trait.class);
        if (modifiers.contains(Modifier.ABSTRACT)) {
            traits.add(Trait.ABSTRACT);
        }
        if (modifiers.contains(Modifier.SEALED)) {
            traits.add(Trait.SEALED);
        }
        if (type.getKind() == ElementKind.ANNOTATION_TYPE) {
            traits.add(Trait.ANNOTATION);
        }
        if (kind == Kind.CLASS && type.getNestingKind().isNested() && !modifiers.contains(Modifier.STATIC)) {
            traits.add(Trait.INNER);
        }
        if (kind == Kind.CLASS && isHooked(type)) {
            traits.add(Trait.HOOKED);
        }
        return traits;
    }

    private static boolean isHooked(TypeElement type) {
        return type.getEnclosedElements().stream().anyMatch(member -> {
            String name = member.getSimpleName().toString();
            return member.getKind() == ElementKind.METHOD
                    ? name.equals("writeObject") || name.equals("writeReplace")
                    : member.getKind() == ElementKind.FIELD && name.equals("serialPersistentFields");
        });
    }

    private @Nullable JavaType superclass(TypeElement type, Kind kind) {
        TypeMirror above = type.getSuperclass();
        return kind == Kind.INTERFACE || above.getKind() == TypeKind.NONE ? null : types.of(above);
    }

    private List<ClassShape.Field> fields(TypeElement type, Kind kind) {
        List<ClassShape.Field> fields = new ArrayList<>();
        if (kind == Kind.RECORD) {
            for (RecordComponentElement component : type.getRecordComponents()) {
                fields.add(new ClassShape.Field(
                        component.getSimpleName().toString(), types.of(component.asType(), component), ""));
            }
        } else if (kind == Kind.CLASS) {
            for (VariableElement field : ElementFilter.fieldsIn(type.getEnclosedElements())) {
                if (!field.getModifiers().contains(Modifier.STATIC)
                        && !field.getModifiers().contains(Modifier.TRANSIENT)) {
                    fields.add(new ClassShape.Field(
                            field.getSimpleName().toString(), types.of(field.asType(), field), documentation(field)));
                }
            }
        }
        return fields;
    }

    private static List<String> constants(TypeElement type) {
        return type.getEnclosedElements().stream()
                .filter(member -> member.getKind() == ElementKind.ENUM_CONSTANT)
                .map(constant -> constant.getSimpleName().toString())
                .toList();
    }

    private List<String> permitted(TypeElement type) {
        return type.getPermittedSubclasses().stream()
                .map(each -> {
                    if (types.of(each) instanceof Declared declared) {
                        meet((TypeElement) ((DeclaredType) each).asElement());
                        return declared.className();
                    }
                    throw new AssertionError(each);
                })
                .toList();
    }

    /** The javadoc; empty where the class file is all there is. */
    String documentation(Element element) {
        return Objects.requireNonNullElse(elements.getDocComment(element), "");
    }

    @Override
    public List<MethodShape> methods(String contract) {
        return methods.of(Objects.requireNonNull(element(contract), contract), contract);
    }
}
