package io.tellask.codec.registry;

import io.tellask.codec.graph.RefusedCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.hooks.ExternalCodec;
import io.tellask.codec.hooks.HierarchyPart;
import io.tellask.codec.hooks.HookedCodec;
import io.tellask.codec.hooks.ReplacedCodec;
import io.tellask.codec.hooks.ResolvedCodec;
import io.tellask.codec.object.ClosedClassCodec;
import io.tellask.codec.object.CodecGenerator;
import io.tellask.codec.object.ConstructorForms;
import io.tellask.codec.object.ThrowableCodec;
import io.tellask.codec.schema.ClassAccess;
import io.tellask.codec.schema.ClassFields;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.Descriptor.FieldSpec;
import io.tellask.codec.schema.FieldMatch;
import java.io.Externalizable;
import java.io.InvalidClassException;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Makes the codec of a class or record of the application, or says in one sentence why it has none. */
final class ClassCodecs {
    private static final List<Class<?>> OF_THIS_PROCESS = List.of(
            Thread.class,
            ThreadGroup.class,
            ThreadLocal.class,
            ClassLoader.class,
            Module.class,
            Process.class,
            java.lang.ref.Reference.class,
            java.io.InputStream.class,
            java.io.OutputStream.class,
            java.io.Reader.class,
            java.io.Writer.class,
            java.nio.Buffer.class,
            java.nio.channels.Channel.class,
            java.nio.file.FileSystem.class,
            java.util.concurrent.Executor.class,
            java.util.concurrent.locks.Lock.class,
            java.util.concurrent.Future.class,
            java.lang.invoke.MethodHandle.class,
            java.lang.reflect.AnnotatedElement.class,
            java.net.Socket.class,
            java.net.ServerSocket.class);

    private ClassCodecs() {}

    static TypeCodec create(Class<?> type, AtomicInteger ordinals, TypeRegistry table) {
        String refusal = refusal(type);
        if (refusal != null) {
            return new RefusedCodec(type, refusal);
        }
        TypeCodec own = createOwn(type, ordinals, table);
        return ReplacedCodec.over(ResolvedCodec.over(own));
    }

    private static TypeCodec createOwn(Class<?> type, AtomicInteger ordinals, TypeRegistry table) {
        if (Externalizable.class.isAssignableFrom(type) && !type.isRecord()) {
            return createExternal(type, ordinals);
        }
        String ambiguity = FieldMatch.ambiguity(type);
        if (ambiguity != null) {
            return new RefusedCodec(type, ambiguity);
        }
        ClassAccess access = new ClassAccess(table.grants().lookups);
        try {
            if (hasHooks(type)) {
                return HookedCodec.of(type, ordinals.getAndIncrement(), access, table);
            }
            if (Throwable.class.isAssignableFrom(type)) {
                return ThrowableCodec.of(type, members(type, access), ordinals.getAndIncrement());
            }
            ClassShape shape = type.isRecord() ? recordShape(type, access) : objectShape(type, access);
            return CodecGenerator.generate(shape, ordinals.getAndIncrement(), table);
        } catch (ClassAccess.ConstructorException | InvalidClassException e) {
            return new RefusedCodec(type, "class=" + type.getName() + " cannot be built: " + e.getMessage());
        } catch (ReflectiveOperationException e) {
            return createClosed(type, ordinals, e);
        }
    }

    private static TypeCodec createExternal(Class<?> type, AtomicInteger ordinals) {
        Constructor<?> constructor = ExternalCodec.constructor(type);
        return constructor == null
                ? new RefusedCodec(
                        type,
                        "class=" + type.getName() + " is Externalizable and has no public constructor without arguments"
                                + "; add one")
                : new ExternalCodec(type, constructor, ordinals.getAndIncrement());
    }

    private static TypeCodec createClosed(Class<?> type, AtomicInteger ordinals, ReflectiveOperationException why) {
        if (ClosedClassCodec.suits(type)) {
            try {
                return Throwable.class.isAssignableFrom(type)
                        ? ThrowableCodec.ofClosed(type, ordinals.getAndIncrement())
                        : ClosedClassCodec.of(type, ordinals.getAndIncrement());
            } catch (ReflectiveOperationException e) {
                why.addSuppressed(e);
            }
        }
        boolean isFinal = why instanceof ClassAccess.FinalFieldException;
        String other = type.isRecord() ? "make it a public record of an exported package" : "make it Serializable";
        return new RefusedCodec(
                type,
                "class=" + type.getName() + " cannot be accessed: "
                        + (isFinal ? why.getMessage() : "its package is not open") + "; open its package with '"
                        + opening(type) + "'"
                        + (isFinal
                                ? " or " + other
                                : ", " + other + ", or hand in Codec.builder().lookup(MethodHandles.lookup())"));
    }

    /** What a module's declaration needs; one cannot open a package to the class path by name. */
    private static String opening(Class<?> type) {
        return "opens " + type.getPackageName()
                + (ClassCodecs.class.getModule().isNamed() ? " to io.tellask.codec" : "");
    }

    private static @Nullable String refusal(Class<?> type) {
        for (Class<?> kind : OF_THIS_PROCESS) {
            if (kind.isAssignableFrom(type)) {
                String article = "AEIO".indexOf(kind.getSimpleName().charAt(0)) < 0 ? " is a " : " is an ";
                return "class=" + type.getName() + article + kind.getSimpleName()
                        + " and stands for something of this process; send the data it stands for";
            }
        }
        if (type.isHidden()) {
            return "class=" + type.getName()
                    + " is hidden, so that only this process knows it; use a class with a name";
        }
        if (ConstructorForms.reaches(type)) {
            return "class=" + type.getName()
                    + " extends a lock or blocking queue of the JDK, whose locks do not travel; hold one in a field";
        }
        if (type.isRecord() || Serializable.class.isAssignableFrom(type)) {
            return null;
        }
        if (ClassFields.isJdk(type)) {
            String remedy = Collection.class.isAssignableFrom(type)
                    ? "copy its elements into a list or set"
                    : Map.class.isAssignableFrom(type)
                            ? "copy its entries into a map"
                            : "convert it to a built-in type or a record";
            return "class=" + type.getName() + " of the JDK is not Serializable; " + remedy;
        }
        for (Class<?> level = type.getSuperclass(); level != null; level = level.getSuperclass()) {
            if (ClassFields.isJdk(level) && ClassFields.holdsState(level)) {
                return "class=" + type.getName() + " has the state of its superclass " + level.getName()
                        + " of the JDK; make it Serializable, or use a record";
            }
        }
        return null;
    }

    /** Whether some class of the hierarchy writes or reads more than the fields that plain codecs copy. */
    private static boolean hasHooks(Class<?> type) {
        if (type.isRecord()) {
            return false;
        }
        for (Class<?> level = type;
                level != Throwable.class && Serializable.class.isAssignableFrom(level);
                level = level.getSuperclass()) {
            boolean plain = ClassFields.isJdk(level)
                    && Throwable.class.isAssignableFrom(level)
                    && !ClassFields.holdsState(level);
            if (!plain && (HierarchyPart.has(level) || ClassFields.isJdk(level) && ClassFields.holdsState(level))) {
                return true;
            }
        }
        return false;
    }

    private static ClassShape recordShape(Class<?> type, ClassAccess access) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        List<Member> members = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            Class<?> kind = components[i].getType();
            members.add(new Member(
                    components[i].getName(),
                    FieldSpec.kindOf(kind),
                    kind,
                    access.componentGetter(type, components[i]),
                    null,
                    i));
        }
        members.sort(ClassFields.WIRE_ORDER);
        return ClassShape.of(type, Descriptor.RECORD, members, null, access.canonical(type));
    }

    private static ClassShape objectShape(Class<?> type, ClassAccess access) throws ReflectiveOperationException {
        return ClassShape.of(type, Descriptor.OBJECT, members(type, access), ClassAccess.allocator(type), null);
    }

    private static List<Member> members(Class<?> type, ClassAccess access) throws ReflectiveOperationException {
        List<Member> members = new ArrayList<>();
        ClassFields.forEachField(
                type,
                (field, name) -> members.add(new Member(
                        name,
                        FieldSpec.kindOf(field.getType()),
                        field.getType(),
                        access.getter(field),
                        access.setter(field),
                        -1)));
        members.sort(ClassFields.WIRE_ORDER);
        return members;
    }
}
