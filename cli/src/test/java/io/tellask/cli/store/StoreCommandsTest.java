package io.tellask.cli.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.store.DurableMap;
import io.tellask.store.StoreLimits;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code tellask store}, as a user sees them. */
class StoreCommandsTest {
    private static final int RECORDS = 300;

    @TempDir
    private Path folder;

    private Path directory;

    @BeforeEach
    void write() {
        directory = folder.resolve("store");
        try (DurableMap<String, String> map = open()) {
            for (int i = 0; i < RECORDS; i++) {
                map.put("key-" + i, "value " + i);
            }
        }
    }

    private DurableMap<String, String> open() {
        return DurableMap.builder(directory, String.class, String.class)
                .limits(StoreLimits.defaults().withKeyBytes(100).withSegmentBytes(4096))
                .open();
    }

    private static CommandRun store(Object... arguments) {
        List<String> all = new ArrayList<>(List.of("store"));
        for (Object argument : arguments) {
            all.add(argument.toString());
        }
        return CommandRun.of(all.toArray(String[]::new));
    }

    private void flipByte(Path file, long at) throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(at);
            int old = open.read();
            open.seek(at);
            open.write(old ^ 0x10);
        }
    }

    @Test
    void checksASoundStore() {
        CommandRun run = store("check", directory);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).singleElement().asString().startsWith("checked: sound=true, records=300, sequence=300,");
        assertThat(store("check", directory, "--json").out())
                .singleElement()
                .asString()
                .startsWith("{\"event\":\"checked\",\"sound\":true,\"records\":300,");
    }

    @Test
    void repairsWhatCheckFound() throws IOException {
        flipByte(directory.resolve("segment-00000001.log"), 2000);

        CommandRun check = store("check", directory);
        CommandRun repair = store("repair", directory);

        assertThat(check.exitCode()).isEqualTo(1);
        assertThat(check.out()).hasSize(2);
        assertThat(check.out().getFirst())
                .startsWith("damage: file=segment-00000001.log, offset=")
                .contains("records=1, sequences=")
                .endsWith("reason=checksum differs");
        assertThat(repair.exitCode()).isZero();
        assertThat(repair.out().getFirst()).startsWith("repaired: file=segment-00000001.log");
        assertThat(repair.out().getLast())
                .startsWith("repaired: segments=1, salvagedRecords=")
                .endsWith("lostRecords=1");
        assertThat(store("check", directory).exitCode()).isZero();
        try (DurableMap<String, String> map = open()) {
            assertThat(map.size()).isEqualTo(RECORDS - 1);
        }
    }

    @Test
    void restoresASnapshotThatWasTakenOfAnOpenStore() {
        try (DurableMap<String, String> map = open()) {
            map.put("more", "1");
            assertThat(store("snapshot", directory, folder.resolve("first")).exitCode())
                    .isZero();
            map.put("more", "2");
        }
        CommandRun second =
                store("snapshot", directory, folder.resolve("second"), "--since", folder.resolve("first"), "--json");
        assertThat(second.exitCode()).isZero();
        assertThat(second.out()).singleElement().asString().contains("\"sequence\":302,");

        assertThat(store("restore", folder.resolve("first"), "--verify").out())
                .singleElement()
                .asString()
                .startsWith("verified: sequence=301,");
        for (String name : List.of("first", "second")) {
            directory = folder.resolve("restored-" + name);
            assertThat(store("restore", folder.resolve(name), directory).exitCode())
                    .isZero();
            try (DurableMap<String, String> map = open()) {
                assertThat(map.size()).isEqualTo(RECORDS + 1);
                assertThat(map.get("more")).isEqualTo(name.equals("first") ? "1" : "2");
            }
        }
    }

    @Test
    void importsWhatItExported() {
        for (String name : List.of("a.jsonl", "b.jsonl.gz", "c.csv", "d.csv.gz")) {
            Path file = folder.resolve(name);
            Path copy = folder.resolve("copy-" + name);

            CommandRun export = store("export", directory, file);

            assertThat(export.out()).containsExactly("exported: records=300, file=" + file);
            assertThat(store("import", file, copy).out()).containsExactly("imported: records=300, target=" + copy);
            assertThat(store("stats", copy).out())
                    .singleElement()
                    .asString()
                    .startsWith("stats: keys=string, values=string, records=300, sequence=300,");
            assertThat(store("import", file, copy).err())
                    .singleElement()
                    .asString()
                    .contains("exists already");
        }
        assertThat(folder.toFile().list()).noneMatch(name -> name.endsWith(".unfinished"));
    }

    @Test
    void saysWhichFileOfAnImportCannotBeRead() throws IOException {
        Path notPacked = Files.writeString(folder.resolve("plain.jsonl.gz"), "{}");

        assertThat(store("import", notPacked, folder.resolve("copy")).err())
                .containsExactly("tellask: import: the file cannot be unpacked, file=" + notPacked
                        + ", reason=Not in GZIP format; use a whole one");
        assertThat(store("import", folder, folder.resolve("copy")).err())
                .singleElement()
                .asString()
                .startsWith("tellask: import: file=" + folder + " cannot be read, reason=");
    }

    @Test
    void saysWhichLineEndsAnImport() throws IOException {
        Path file = folder.resolve("file.jsonl");
        store("export", directory, file);
        List<String> lines = Files.readAllLines(file);
        lines.set(4, "{\"key\":}");
        Files.write(file, lines);

        CommandRun run = store("import", file, folder.resolve("copy"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).containsExactly("tellask: import: line=5: not JSON: column=8");
        assertThat(folder.resolve("copy")).doesNotExist();
    }

    @Test
    void givesBackTheSpaceOfReplacedRecords() {
        try (DurableMap<String, String> map = open()) {
            for (int i = 0; i < 5 * RECORDS; i++) {
                map.put("key-" + i % 10, "value " + i);
            }
        }

        CommandRun run = store("compact", directory);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).singleElement().asString().startsWith("compacted: records=300,");
        assertThat(store("check", directory).exitCode()).isZero();
    }

    @Test
    void encryptsAStoreByExportAndImportAndRotatesItsKey() throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "01".repeat(32));
        Path next = Files.writeString(folder.resolve("next"), "02".repeat(32));
        Path plain = folder.resolve("plain.jsonl");
        Path secret = folder.resolve("secret");
        store("export", directory, plain);

        assertThat(store("import", plain, secret, "--key-file", key).exitCode()).isZero();
        assertThat(store("stats", secret).out().getFirst())
                .startsWith("stats: keys=aes-siv(string), values=aes-gcm(string), records=300,");
        assertThat(store("export", secret).err())
                .singleElement()
                .asString()
                .endsWith("; give its key to read them, with --key-file or --key-env");
        assertThat(store("rotate-key", secret, "--key-file", key, "--new-key-file", next)
                        .exitCode())
                .isZero();
        assertThat(store("export", secret, folder.resolve("no"), "--key-file", key)
                        .err())
                .singleElement()
                .asString()
                .contains("the key does not open")
                .endsWith("; give the key of this store");
        Path again = folder.resolve("again.jsonl");
        assertThat(store("export", secret, again, "--key-file", next).exitCode())
                .isZero();
        assertThat(again).hasSameTextualContentAs(plain);
        assertThat(store("rotate-key", secret, "--new-key-file", next).exitCode())
                .isEqualTo(2);
        assertThat(store("export", secret, "--key-env", "TELLASK_NO_SUCH_KEY").err())
                .singleElement()
                .asString()
                .contains("TELLASK_NO_SUCH_KEY");
        assertThat(store("snapshot", secret, folder.resolve("backup")).exitCode())
                .isZero();
        assertThat(store("check", secret).exitCode()).isZero();
    }

    @Test
    void savesADamagedStoreAndWarnsWhereItIsRestored() throws IOException {
        Files.delete(directory.resolve("END"));
        Path backup = folder.resolve("backup");
        assertThat(store("snapshot", directory, backup).exitCode()).isEqualTo(1);
        assertThat(store("snapshot", directory, backup, "--damaged", "--link").exitCode())
                .isEqualTo(2);

        CommandRun saved = store("snapshot", directory, backup, "--damaged");
        CommandRun restored = store("restore", backup, folder.resolve("target"));

        for (CommandRun run : List.of(saved, restored)) {
            assertThat(run.exitCode()).isZero();
            assertThat(run.out()).first().asString().startsWith("damage: file=END,");
            assertThat(run.out()).last().asString().contains("damages=1, remedy=tellask store repair");
        }
        assertThat(store("check", folder.resolve("target")).exitCode()).isEqualTo(1);
    }

    @Test
    void saysWhyABackupIsRefused() throws IOException {
        store("snapshot", directory, folder.resolve("backup"));
        Files.delete(folder.resolve("backup/BACKUP"));

        CommandRun run = store("restore", folder.resolve("backup"), folder.resolve("target"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).singleElement().asString().contains("BACKUP", "cut short");
        assertThat(store("restore", folder.resolve("backup")).exitCode()).isEqualTo(2);
    }

    @Test
    void refusesAStoreThatAProcessHasOpen() {
        try (DurableMap<String, String> map = open()) {
            for (String command : List.of("check", "stats", "repair", "export", "compact")) {
                CommandRun run = store(command, directory);
                assertThat(run.exitCode()).isEqualTo(1);
                assertThat(run.err()).singleElement().asString().contains("is open in");
            }
            assertThat(map.size()).isEqualTo(RECORDS);
        }
    }

    @Test
    void refusesAStoreWithAPipeInThePlaceOfAFile() throws IOException {
        for (String name : List.of("STORE", "CHECKPOINT", "segment-00000000.log")) {
            Path kept = Files.move(directory.resolve(name), folder.resolve(name));
            Process made = new ProcessBuilder("mkfifo", directory.resolve(name).toString()).start();
            assertThat(made.onExit().join().exitValue()).isZero();
            for (String command : List.of("check", "stats", "repair", "export", "compact", "snapshot")) {
                CommandRun run = command.equals("snapshot")
                        ? store(command, directory, folder.resolve("backup"))
                        : store(command, directory);
                assertThat(run.exitCode()).isEqualTo(1);
                assertThat(run.err())
                        .as(command)
                        .singleElement()
                        .asString()
                        .endsWith("/" + name + ", reason=it is a pipe, a socket or a device; move it away");
            }
            Files.delete(directory.resolve(name));
            Files.move(kept, directory.resolve(name));
        }
        assertThat(store("check", directory).exitCode()).isZero();
    }

    @Test
    void saysThatAFolderHoldsNoStore() {
        for (String command : List.of("check", "stats", "repair", "export")) {
            assertThat(store(command, folder).err()).singleElement().asString().contains("holds no store");
        }
    }

    @Test
    void namesTheMapsInTheDirectoryOfAServer() throws IOException {
        DurableMap.open(folder.resolve("users"), String.class, String.class).close();
        Files.createDirectory(folder.resolve("notes"));

        CommandRun run = store("snapshot", folder, folder.resolve("backup"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .contains("holds no store")
                .endsWith("one of its folders store, users");
    }

    @Test
    void compactFreesNoNegativeNumberOfBytes() {
        directory = folder.resolve("small");
        try (DurableMap<String, String> map = DurableMap.open(directory, String.class, String.class)) {
            for (int i = 0; i < 1_000; i++) {
                map.put("key", "value ".repeat(10) + i);
            }
        }
        CommandRun run = store("compact", directory);
        assertThat(run.out()).last().asString().contains("records=1,", "freedBytes=0");
    }
}
