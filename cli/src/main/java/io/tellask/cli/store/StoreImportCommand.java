package io.tellask.cli.store;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.KeyOption;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.cli.transfer.Importer;
import io.tellask.store.StoreIoException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask store import FILE DIR}: makes a store of an exported file. */
@Command(
        name = "import",
        header = "Makes a store of a file that export wrote.",
        description =
                "The store, encrypted if there is a key, appears when all of the file was read and its last line's count and checksum agree; else there is"
                        + " none, and the message names the line.")
final class StoreImportCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "The file, unpacked if it ends in .gz, CSV if in .csv or .csv.gz; - is standard input.")
    private String file;

    @Parameters(index = "1", paramLabel = "DIR", description = "The folder of the store to be; must not exist.")
    private Path directory;

    @Mixin
    private KeyOption key;

    @Option(names = "--json", description = "Print the summary as a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        long records;
        try (InputStream raw = file.equals("-") ? System.in : Files.newInputStream(Path.of(file));
                Progress progress = Progress.of("import", -1)) {
            records = new Importer(directory, key.key(), progress::moveTo).read(raw, file);
        } catch (OutOfMemoryError full) {
            throw Failures.tooLarge("import: a record of file=" + file, full);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            throw new CommandFailure(
                    "import: file=" + file + " cannot be read, reason=" + StoreIoException.reason(e), e);
        }
        new Summary("imported")
                .with("records", records)
                .with("target", directory)
                .print(spec.commandLine().getOut(), json);
        return 0;
    }
}
