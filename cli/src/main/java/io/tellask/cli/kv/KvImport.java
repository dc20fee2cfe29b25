package io.tellask.cli.kv;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.json.MalformedLineException;
import io.tellask.cli.json.RecordReader;
import io.tellask.cli.server.Connection;
import io.tellask.cli.server.ServerOption;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.Progress;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.OutcomeUnknownException;
import io.tellask.remote.TransportException;
import java.io.EOFException;
import java.util.concurrent.Callable;
import java.util.zip.ZipException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask kv import MAP FILE}: stores the records of a JSON Lines file. */
@Command(
        name = "import",
        header = "Stores the records of a JSON Lines file.",
        description =
                "A line is {\"key\":\"...\",\"value\":...}. A malformed line ends the import: all lines before it are stored,"
                        + " none after it. So does a record that the server refuses, such as one with a key over its limit; some"
                        + " lines after it may be stored then.")
final class KvImport implements Callable<Integer> {
    @Mixin
    private ServerOption server;

    @Parameters(index = "0", paramLabel = "MAP")
    private String mapName;

    @Parameters(
            index = "1",
            paramLabel = "FILE",
            description = "The file, unpacked if it ends in .gz; - is standard input.")
    private String file;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        long begin = System.nanoTime();
        try (RecordReader records = RecordReader.open(file);
                Connection connection = server.open();
                Progress progress = Progress.ofBytes("import", records.totalBytes())) {
            long stored = store(records, new BatchWriter(connection.map(mapName)), progress);
            double seconds = (System.nanoTime() - begin) / 1e9;
            spec.commandLine().getOut().printf("imported: records=%d, seconds=%.1f%n", stored, seconds);
        }
        return 0;
    }

    private long store(RecordReader records, BatchWriter writer, Progress progress) {
        try {
            for (JsonLine record = records.next(); record != null; record = records.next()) {
                writer.put(records.lineNumber(), record.key(), record.value());
                progress.moveTo(records.bytes());
            }
            return writer.finish();
        } catch (MalformedLineException malformed) {
            throw stopped(records.lineNumber(), writer, malformed, finishQuietly(writer));
        } catch (RefusedRecordException refused) {
            throw stopped(refused.lineNumber(), writer, refused, "");
        } catch (DisconnectedException | OutcomeUnknownException | TransportException gone) {
            throw new CommandFailure(
                    "import: file=" + file + ": server gone; records up to line " + writer.storedLine()
                            + " are stored; start it and run the import again",
                    gone);
        } catch (ZipException | EOFException broken) {
            throw stopped(records.lineNumber(), writer, broken, "; it cannot be unpacked further, use a whole one");
        } catch (OutOfMemoryError full) {
            throw Failures.tooLarge(
                    "import: file=" + file + ", line=" + records.lineNumber() + ": it with what is under way", full);
        } catch (Exception failure) {
            throw stopped(records.lineNumber(), writer, failure, "");
        }
    }

    /** Stores what stands before a malformed line; what then goes wrong is to be said, too. */
    private static String finishQuietly(BatchWriter writer) {
        try {
            writer.finish();
            return "";
        } catch (Exception failure) {
            return "; then " + Failures.line(failure);
        }
    }

    private CommandFailure stopped(long lineNumber, BatchWriter writer, Exception failure, String addition) {
        return new CommandFailure(
                "import: file=" + file + ", line=" + lineNumber + ": " + Failures.line(failure) + addition
                        + "; acknowledged records=" + writer.stored(),
                failure);
    }
}
