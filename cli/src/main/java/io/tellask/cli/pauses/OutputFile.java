package io.tellask.cli.pauses;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Quantities;
import io.tellask.cli.transfer.ExportFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file to write in the end, which is checked before the logs are read. Stateless. */
final class OutputFile {
    /** The name that means standard output. */
    static final String STANDARD_OUTPUT = "-";

    private OutputFile() {}

    /** What writes a file's content. */
    @FunctionalInterface
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    /** Refuses what could not be written after a long time of reading. */
    static void check(String option, String name, boolean replacing) {
        Path path = Path.of(name).toAbsolutePath();
        Path folder = path.getParent();
        CommandFailure.unless(
                !Files.isDirectory(path),
                "pauses: " + option + "=" + Quantities.printable(name) + " is a folder; name a file in it");
        CommandFailure.unless(
                folder != null && Files.isDirectory(folder),
                "pauses: " + option + "=" + Quantities.printable(name) + " lies in no folder that exists; make folder="
                        + Quantities.printable(String.valueOf(folder)) + " first");
        CommandFailure.unless(
                !Files.isRegularFile(path) || replacing,
                "pauses: " + option + "=" + Quantities.printable(name)
                        + " exists already; name another one, or replace it with --force");
        CommandFailure.unless(
                Files.isWritable(Files.exists(path) ? path : folder),
                "pauses: " + option + "=" + Quantities.printable(name)
                        + " may not be written; name a file in a folder of yours");
    }

    /** Whether two names mean one file, which may not exist yet. */
    static boolean areSame(String one, String other) {
        return Path.of(one)
                .toAbsolutePath()
                .normalize()
                .equals(Path.of(other).toAbsolutePath().normalize());
    }

    static void write(String name, boolean replacing, Content content) {
        new ExportFile(name, replacing).<RuntimeException>write(out -> {
            content.to(out);
            return 1;
        });
    }
}
