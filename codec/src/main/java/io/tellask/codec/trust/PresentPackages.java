package io.tellask.codec.trust;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Looks whether a granted package is there, because a mistyped name would grant nothing without a word. */
public final class PresentPackages {
    private static final Logger LOG = System.getLogger("io.tellask.codec");

    private PresentPackages() {}

    /**
     * Logs a package that is not there, nor any below it. It is not refused: its classes may come from a class loader that is made later, or
     * from a jar without entries for folders.
     */
    public static void warnUnlessPresent(String name) {
        if (!isPresent(name)) {
            LOG.log(
                    Level.WARNING,
                    "codec: package=" + name
                            + " is granted and no class loader of this program has it; check its spelling");
        }
    }

    private static boolean isPresent(String name) {
        String folder = name.replace('.', '/');
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return isLoaded(name)
                || ClassLoader.getSystemResource(folder) != null
                || context != null && context.getResource(folder) != null
                || ModuleLayer.boot().modules().stream()
                        .flatMap(module -> module.getPackages().stream())
                        .anyMatch(known -> known.equals(name) || JdkPackages.isBelow(known, name));
    }

    /** Whether a class of the package was loaded by a loader that this one can see. */
    private static boolean isLoaded(String name) {
        for (Package loaded : Package.getPackages()) {
            if (loaded.getName().equals(name) || JdkPackages.isBelow(loaded.getName(), name)) {
                return true;
            }
        }
        return false;
    }
}
