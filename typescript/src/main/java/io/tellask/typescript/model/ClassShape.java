package io.tellask.typescript.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a class declares, without its methods. Immutable.
 *
 * @param name its binary name
 * @param kind what it is
 * @param traits what else is to be known of it
 * @param variables the names of its type parameters, in order
 * @param fields components of a record, fields of a class that are neither static nor transient; in order of declaration
 * @param constants names of an enum's constants, in order
 * @param permitted binary names of the subtypes that a sealed type permits, in order
 * @param superclass null for interfaces and {@code Object}
 * @param interfaces those it names itself
 * @param documentation its javadoc as it stands in the source; empty where that is not known
 */
public record ClassShape(
        String name,
        Kind kind,
        Set<Trait> traits,
        List<String> variables,
        List<Field> fields,
        List<String> constants,
        List<String> permitted,
        @Nullable JavaType superclass,
        List<JavaType> interfaces,
        String documentation) {
    /** What a class is. */
    public enum Kind {
        INTERFACE,
        RECORD,
        ENUM,
        CLASS
    }

    /** What decides how its values travel. */
    public enum Trait {
        ABSTRACT,
        SEALED,
        /** Its objects hold on to one of the class around it, or to the variables of a method. */
        INNER,
        /** It reads or writes itself: {@code writeObject}, {@code writeReplace}, {@code serialPersistentFields}. */
        HOOKED,
        ANNOTATION
    }

    /** A component or field. */
    public record Field(String name, JavaType type, String documentation) {}

    public boolean is(Trait trait) {
        return traits.contains(trait);
    }
}
