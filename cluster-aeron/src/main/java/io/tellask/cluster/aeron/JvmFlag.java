package io.tellask.cluster.aeron;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;

/**
 * The option of the JVM without which Aeron cannot work: Agrona, which it stands on, uses a package that the JDK keeps to itself. This is looked at
 * before any class of theirs is loaded, which would fail with an {@link IllegalAccessError} and stay unusable.
 */
final class JvmFlag {
    private static final String PACKAGE = "jdk.internal.misc";

    private JvmFlag() {}

    /** Does nothing where the option is there. */
    static void require() {
        require(agrona());
    }

    /** As seen by a module that may lack the option. */
    static void require(Module user) {
        if (!Object.class.getModule().isExported(PACKAGE, user)) {
            throw new ClusterException(
                    Problem.FAILED,
                    "cluster: Aeron needs an option of the JVM that is missing; start java with --add-exports java.base/"
                            + PACKAGE + "=" + (user.isNamed() ? user.getName() : "ALL-UNNAMED"));
        }
    }

    /** The module that Agrona is in, which is none on the class path. */
    private static Module agrona() {
        Module ours = JvmFlag.class.getModule();
        Module unnamed = JvmFlag.class.getClassLoader().getUnnamedModule();
        return ours.isNamed() ? ours.getLayer().findModule("org.agrona").orElse(unnamed) : unnamed;
    }
}
