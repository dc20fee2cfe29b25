package io.tellask.cli.store;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What every command about one store in place is told: where it is, and whether a program reads the output. */
final class StoreOption {
    @Parameters(paramLabel = "DIR", description = "The folder of the store.")
    private Path directory;

    @Option(names = "--json", description = "Print each result as a line of JSON.")
    private boolean json;

    Path directory() {
        return directory;
    }

    boolean json() {
        return json;
    }
}
