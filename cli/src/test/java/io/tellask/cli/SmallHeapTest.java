package io.tellask.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a command says of a file that its heap is too small for: one line with the remedy. */
@Timeout(120)
class SmallHeapTest {
    private static final int MANY_BYTES = 60 << 20;

    @TempDir
    private Path folder;

    private String large(String name) throws IOException {
        Path file = folder.resolve(name);
        byte[] block = new byte[1 << 20];
        Arrays.fill(block, (byte) 'x');
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(raw, 1 << 16) : raw) {
            for (int written = 0; written < MANY_BYTES; written += block.length) {
                out.write(block);
            }
        }
        return file.toString();
    }

    private static void assertTooLarge(String what, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx40m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/zero"))
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isEqualTo(1);
        assertThat(said.lines().filter(line -> !line.startsWith("WARNING: ")))
                .singleElement()
                .asString()
                .startsWith("tellask: ")
                .contains(what, "too large", "heapBytes=", "TELLASK_JAVA_OPTIONS=-Xmx");
    }

    @Test
    void longLineOfAnImportIsNamed() throws Exception {
        assertTooLarge(
                "line=1",
                "store",
                "import",
                large("lines.jsonl.gz"),
                folder.resolve("store").toString());
        assertThat(folder.resolve("store")).doesNotExist();
    }

    @Test
    void standardInputOfAPutIsNamed() throws Exception {
        assertTooLarge("standard input", "kv", "put", "map", "key", "-");
    }

    @Test
    void fileOfADumpIsNamed() throws Exception {
        String file = large("message");

        assertTooLarge("file=" + file, "codec", "dump", file);
    }
}
