package io.tellask.codec;

import io.tellask.codec.trust.Grants.Options;
import io.tellask.codec.trust.JdkPackages;
import io.tellask.codec.trust.PresentPackages;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Collects what a {@link Codec} trusts and how it works. Everything has a default, and each method adds to what was
 * given before or replaces the one choice. Not thread-safe; a codec that was built does not change with its builder.
 *
 * {@snippet :
 * Codec codec = Codec.builder()
 *         .allow(Note.class)
 *         .allowPackage("com.example.model")
 *         .allowTree("com.example.events")
 *         .build();
 * }
 */
public final class CodecBuilder {
    final Options grants;
    final List<CustomTypes.Registration> customs = new ArrayList<>();
    CodecLimits limits = CodecLimits.standard();
    boolean trackReferences = true;
    Schema schema = Schema.COMPATIBLE;
    UnknownClasses unknownClasses = UnknownClasses.REFUSE;

    @Nullable
    MessageForm form;

    CodecBuilder() {
        grants = new Options();
    }

    CodecBuilder(CodecBuilder source) {
        grants = new Options(source.grants);
        customs.addAll(source.customs);
        limits = source.limits;
        trackReferences = source.trackReferences;
        schema = source.schema;
        unknownClasses = source.unknownClasses;
        form = source.form;
    }

    /** Grants these classes and their closure. */
    public CodecBuilder allow(Class<?>... granted) {
        Objects.requireNonNull(granted, "granted");
        grants.classes.addAll(List.of(granted));
        return this;
    }

    /**
     * Grants every class of one package, by its name; none of the JDK, whose classes are granted one by one. A package that the thread's
     * context class loader does not find is logged as a warning: its name may be mistyped.
     *
     * @throws IllegalArgumentException if it is no name of a package, or a package of the JDK
     */
    public CodecBuilder allowPackage(String packageName) {
        if (!packageName.isEmpty()) {
            requirePackage(packageName, JdkPackages.contains(packageName));
            PresentPackages.warnUnlessPresent(packageName);
        }
        grants.packages.add(packageName);
        return this;
    }

    /**
     * Grants every class of a package and of the packages below it, but none of the JDK. What is not found is logged, as by
     * {@link #allowPackage}.
     *
     * @throws IllegalArgumentException if it is no name of a package, or all below it belongs to the JDK
     */
    public CodecBuilder allowTree(String packageName) {
        requirePackage(packageName, JdkPackages.isReserved(packageName));
        PresentPackages.warnUnlessPresent(packageName);
        grants.trees.add(packageName);
        return this;
    }

    private static void requirePackage(String name, boolean ofJdk) {
        if (!JdkPackages.isName(name)) {
            throw new IllegalArgumentException("codec: package=" + name
                    + " is no name of a package; write it without wildcards, and use allowTree for the packages below");
        }
        if (ofJdk) {
            throw new IllegalArgumentException(
                    "codec: package=" + name + " belongs to the JDK; grant its classes one by one with allow(Class)");
        }
    }

    /**
     * Takes serializable lambdas and method references of granted classes: the class that contains the lambda must be
     * granted on both sides, and a message can then make any lambda of that class. Both sides need the same build of the
     * class: in sessions and streams of graphs its class files are compared, by their SHA-256, and a lambda of another
     * build is refused; messages that are kept or stand alone are read by whatever build there is.
     */
    public CodecBuilder allowLambdas() {
        grants.lambdas = true;
        return this;
    }

    /**
     * Takes dynamic proxies that implement these interfaces and no others; the class of their handler is granted as any
     * class.
     *
     * @throws IllegalArgumentException if one is no interface
     */
    public CodecBuilder allowProxies(Class<?>... interfaces) {
        Objects.requireNonNull(interfaces, "interfaces");
        for (Class<?> each : interfaces) {
            if (!each.isInterface()) {
                throw new IllegalArgumentException(
                        "codec: class=" + each.getName() + " is no interface; a proxy implements interfaces only");
            }
            grants.proxies.add(each);
        }
        return this;
    }

    /**
     * Takes {@code Class} objects: of primitives, built-in types, granted classes, and arrays of these. They are loaded
     * when a message names them, not initialised.
     */
    public CodecBuilder allowClasses() {
        grants.classObjects = true;
        return this;
    }

    /** Hands in access to the classes of a module that does not open its packages. */
    public CodecBuilder lookup(MethodHandles.Lookup lookup) {
        grants.lookups.add(Objects.requireNonNull(lookup, "lookup"));
        return this;
    }

    /**
     * Whether shared references and cycles are kept (the default); without, the graph must be a tree and costs less.
     */
    public CodecBuilder trackReferences(boolean track) {
        trackReferences = track;
        return this;
    }

    /** How a class may differ from what the writer described; {@link Schema#COMPATIBLE} unless chosen. */
    public CodecBuilder schema(Schema newSchema) {
        schema = Objects.requireNonNull(newSchema, "newSchema");
        return this;
    }

    /**
     * Reads what a class of the name {@code formerName} wrote as {@code type}; the same as a {@link FormerName} on the
     * class, for classes that cannot be annotated. It grants nothing: {@code type} itself must be granted or declared.
     */
    public CodecBuilder rename(String formerName, Class<?> type) {
        grants.renames.put(Objects.requireNonNull(formerName, "formerName"), Objects.requireNonNull(type, "type"));
        return this;
    }

    /**
     * The form of all messages that are written: those of sessions, stores and those that stand alone. Unless it is chosen, those of sessions
     * are {@linkplain MessageForm#WIDE wide} and all others {@linkplain MessageForm#COMPACT compact}.
     */
    public CodecBuilder form(MessageForm newForm) {
        form = Objects.requireNonNull(newForm, "newForm");
        return this;
    }

    /** What becomes of objects whose class is not granted or not there; {@link UnknownClasses#REFUSE} unless chosen. */
    public CodecBuilder unknownClasses(UnknownClasses choice) {
        unknownClasses = Objects.requireNonNull(choice, "choice");
        return this;
    }

    /**
     * Writes and reads objects of exactly this class by hand, under its own name on the wire, and grants the class. For
     * any class that is not built in, closed ones of the JDK and of others included.
     */
    public <T> CodecBuilder custom(Class<T> type, CustomCodec<T> codec) {
        Objects.requireNonNull(codec, "codec");
        return custom(type, type.getName(), codec);
    }

    /** The same under a name of the application's choice. */
    public <T> CodecBuilder custom(Class<T> type, String name, CustomCodec<T> codec) {
        Objects.requireNonNull(name, "name");
        customs.add(new CustomTypes.Registration(type, name, false, Objects.requireNonNull(codec, "codec")));
        return this;
    }

    /**
     * Writes and reads objects of this type and its subtypes by hand, all under one name on the wire; a type registered
     * by itself or below wins.
     */
    public <T> CodecBuilder customTree(Class<T> type, String name, CustomCodec<T> codec) {
        Objects.requireNonNull(name, "name");
        customs.add(new CustomTypes.Registration(type, name, true, Objects.requireNonNull(codec, "codec")));
        return this;
    }

    public CodecBuilder limits(CodecLimits newLimits) {
        limits = Objects.requireNonNull(newLimits, "newLimits");
        return this;
    }

    public Codec build() {
        return new Codec(this);
    }
}
