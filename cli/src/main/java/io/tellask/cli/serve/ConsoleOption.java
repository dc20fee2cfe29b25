package io.tellask.cli.serve;

import io.tellask.console.ConsolePages;
import io.tellask.console.ConsoleSource;
import io.tellask.console.ServerConsole;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Whether {@code tellask serve} has a console. */
final class ConsoleOption {
    static final String PAGES_AT = "any";

    @Option(
            names = "--console",
            negatable = true,
            description =
                    "Show what the server does in a page, at /console/ of an any: address, to whoever may come in. Addresses of"
                            + " this machine have it unless --no-console is given; at others it needs --token-file.")
    private @Nullable Boolean wanted;

    /** Refuses a console that nobody could see, and one that everybody could. */
    void check(URI address, boolean asksForToken, CommandSpec spec) {
        if (!Boolean.TRUE.equals(wanted)) {
            return;
        }
        if (!PAGES_AT.equals(address.getScheme())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--console, --listen=" + address + ": pages are served at any: addresses alone; write any:// for "
                            + address.getScheme() + "://");
        }
        if (!asksForToken && !ServeCommand.isLoopback(address)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--console, --listen=" + address
                            + ": everybody who reaches this address could see the console; give --token-file as well");
        }
    }

    /** Whether an address has one. */
    boolean isShown(URI address) {
        return PAGES_AT.equals(address.getScheme()) && (wanted == null ? ServeCommand.isLoopback(address) : wanted);
    }

    /** The console of a server; null where it has none. */
    @Nullable
    ServerConsole console(URI address, ConsoleSource source) {
        return isShown(address)
                ? ServerConsole.builder()
                        .permitted(_ -> true) // who may come in may read and change every map as well
                        .source(source)
                        .build()
                : null;
    }

    /** Where a browser finds it. */
    static String pageOf(URI address, boolean encrypted) {
        return (encrypted ? "https://" : "http://") + address.getRawAuthority() + ConsolePages.PATH + "/";
    }
}
