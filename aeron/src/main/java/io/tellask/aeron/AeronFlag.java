package io.tellask.aeron;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.net.URI;

/**
 * The option of the JVM without which Aeron cannot work: Agrona, which it stands on, uses a package that the JDK keeps to itself.
 *
 * <p>This is looked at before any class of theirs is loaded, which would fail with an {@link IllegalAccessError} and stay unusable.
 */
final class AeronFlag {
    private static final String PACKAGE = "jdk.internal.misc";

    private AeronFlag() {}

    /** Does nothing where the option is there. */
    static void require(String action, URI address) {
        require(action, address, agrona());
    }

    /** As seen by a module that may lack the option. */
    static void require(String action, URI address, Module user) {
        if (!Object.class.getModule().isExported(PACKAGE, user)) {
            throw new TransportException(
                    Problem.FAILED,
                    action + ": address=" + address + " needs an option of the JVM that is missing; start java with "
                            + flag(user));
        }
    }

    private static String flag(Module user) {
        return "--add-exports java.base/" + PACKAGE + "=" + (user.isNamed() ? user.getName() : "ALL-UNNAMED");
    }

    /** The module that Agrona is in, which is none on the class path. */
    private static Module agrona() {
        Module ours = AeronFlag.class.getModule();
        Module unnamed = AeronFlag.class.getClassLoader().getUnnamedModule();
        return ours.isNamed() ? ours.getLayer().findModule("org.agrona").orElse(unnamed) : unnamed;
    }
}
