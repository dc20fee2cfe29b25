package io.tellask.codec.trust;

import java.util.HashSet;
import java.util.Set;

/**
 * The packages of the JDK, which no grant of a package or tree reaches: its classes come in as built-in types or by
 * {@code allow}, one by one.
 *
 * <p>A tree such as {@code javax} or {@code com} holds classes of the application and, beside them, classes of the JDK
 * that execute code or open connections when they are read, hashed or printed. Known by name, so that nothing is
 * loaded to find out.
 */
public final class JdkPackages {
    private static final Set<String> RESERVED = Set.of("java", "jdk", "sun");
    private static final Set<String> KNOWN = ofRunningJdk();

    private JdkPackages() {}

    public static boolean contains(String packageName) {
        return isReserved(packageName) || isKnown(packageName);
    }

    /** Whether the running JDK has this package. */
    static boolean isKnown(String packageName) {
        return KNOWN.contains(packageName);
    }

    /** Whether a package and all below it belong to the JDK, whatever they hold. */
    public static boolean isReserved(String packageName) {
        return RESERVED.stream().anyMatch(root -> isBelow(packageName, root));
    }

    /** Whether this can be the name of a package: identifiers with dots between them. */
    public static boolean isName(String packageName) {
        for (String part : packageName.split("\\.", -1)) {
            boolean isIdentifier = !part.isEmpty()
                    && Character.isJavaIdentifierStart(part.charAt(0))
                    && part.chars().allMatch(Character::isJavaIdentifierPart);
            if (!isIdentifier) {
                return false;
            }
        }
        return true;
    }

    /** Whether a package is {@code root} or below it. */
    static boolean isBelow(String packageName, String root) {
        return packageName.startsWith(root)
                && (packageName.length() == root.length() || packageName.charAt(root.length()) == '.');
    }

    private static Set<String> ofRunningJdk() {
        Set<String> packages = new HashSet<>();
        for (Module module : ModuleLayer.boot().modules()) {
            String name = module.getName();
            if (name.startsWith("java.") || name.startsWith("jdk.")) {
                packages.addAll(module.getPackages());
            }
        }
        return Set.copyOf(packages);
    }
}
