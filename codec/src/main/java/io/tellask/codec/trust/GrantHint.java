package io.tellask.codec.trust;

import io.tellask.text.SafeText;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Says how a class that was refused can come in, in words that compile where the application builds its codec. */
public final class GrantHint {
    private static final String CONVERT =
            "no code can name it to grant it, so convert it to a built-in type or a record";

    private static final String GENERATED =
            "it was generated while its program ran, and no other has it; send the object that it stands for, or a record";

    /** What generators of proxies and mocks put into the names of classes. */
    private static final Pattern OF_A_GENERATOR =
            Pattern.compile("\\$\\$|\\$(ByteBuddy|HibernateProxy|MockitoMock|Proxy\\d|auxiliary)\\b");

    private GrantHint() {}

    /** For a class that is here. */
    public static String of(Class<?> type) {
        return JdkPackages.contains(type.getPackageName()) && !isPublic(type) ? CONVERT : of(type.getName());
    }

    /** For a class that bytes name: this program may have none of that name, and declare less than what was written. */
    static String ofNamedByBytes(String name) {
        String hint = of(name);
        return hint.startsWith("grant ")
                ? hint
                        + ", declare a type that names it, or choose CodecBuilder.unknownClasses if this program has no such class"
                : hint;
    }

    /** For a class of which only the name is known; it may be no class at all. */
    public static String of(String name) {
        if (!SafeText.of(name).equals(name)) {
            return "no class has such a name that could be granted";
        }
        if (OF_A_GENERATOR.matcher(name).find()) {
            return GENERATED;
        }
        String packageName = Grants.packageOf(name);
        String written = sourceName(name);
        if (JdkPackages.contains(packageName)) {
            return written == null
                    ? CONVERT
                    : "grant it with Codec.builder().allow(" + written
                            + ".class), as allowPackage takes no packages of the JDK"
                            + (name.indexOf('$') < 0 ? "" : ", where it is public, else convert it to a built-in type");
        }
        String wide = packageName.isEmpty() ? "" : "allowPackage(\"" + packageName + "\")";
        if (written != null) {
            return "grant it with Codec.builder().allow(" + written + ".class)" + (wide.isEmpty() ? "" : " or " + wide);
        }
        return wide.isEmpty()
                ? "it is a local or anonymous class; use one that allow can name"
                : "grant it with Codec.builder()." + wide + ", or use a class that allow can name";
    }

    /** The name of a class without its package, as source text spells it; null of a local or anonymous one. */
    private static @Nullable String sourceName(String name) {
        String[] parts = name.substring(name.lastIndexOf('.') + 1).split("\\$", -1);
        return Arrays.stream(parts).allMatch(JdkPackages::isName) ? String.join(".", parts) : null;
    }

    private static boolean isPublic(Class<?> type) {
        for (Class<?> level = type; level != null; level = level.getEnclosingClass()) {
            if (!Modifier.isPublic(level.getModifiers())) {
                return false;
            }
        }
        return true;
    }
}
