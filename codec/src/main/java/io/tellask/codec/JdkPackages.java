package io.tellask.codec;

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
final class JdkPackages {
    private static final Set<String> KNOWN = ofRunningJdk();

    private JdkPackages() {}

    static boolean contains(String packageName) {
        return packageName.startsWith("java.")
                || packageName.startsWith("sun.")
                || packageName.startsWith("jdk.")
                || KNOWN.contains(packageName);
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
