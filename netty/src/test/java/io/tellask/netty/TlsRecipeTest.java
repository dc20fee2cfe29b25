package io.tellask.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.IoLoops;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import java.io.File;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of {@code docs/TRANSPORTS.md} that need nothing but a JDK make a certificate that works. */
class TlsRecipeTest {
    private static final Pattern SHELL = Pattern.compile("(?s)```sh\n(.*?)```");
    private static final char[] PASSWORD = "changeit".toCharArray();

    @Test
    void certificateOfKeytoolWorks(@TempDir Path folder) throws Exception {
        for (String command : keytoolCommands()) {
            run(folder, command.strip().split("\\s+"));
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(folder.resolve("server.p12"))) {
            store.load(in, PASSWORD);
        }
        TlsTransport transport = TlsTransport.builder()
                .certificate(store, PASSWORD)
                .trust(folder.resolve("server.pem"))
                .build();
        IoLoops loops = new NettyLoopProvider().open(1, "recipe");
        Transport.Listener listener = transport.listen(
                URI.create("tls://localhost:0"), loops, wire -> new RecordingReceiver(wire, (receiver, bytes) -> {}));
        CompletableFuture<Wire> opened = new CompletableFuture<>();
        transport.connect(
                listener.address(),
                loops.all().getFirst(),
                wire -> {
                    opened.complete(wire);
                    return new RecordingReceiver(wire, (receiver, bytes) -> {});
                },
                opened::completeExceptionally);
        assertThat(opened.get(30, TimeUnit.SECONDS).certificate()).isNotNull();
        listener.close();
        assertThat(loops.close(Duration.ofSeconds(30))).isTrue();
    }

    private static List<String> keytoolCommands() throws Exception {
        String document = Files.readString(Path.of("..", "docs", "TRANSPORTS.md"));
        String block = SHELL.matcher(document)
                .results()
                .map(MatchResult::group)
                .filter(text -> text.contains("keytool"))
                .findFirst()
                .orElseThrow();
        List<String> commands = new ArrayList<>();
        for (String line : block.replace("\\\n", " ").split("\n")) {
            if (line.startsWith("keytool")) {
                commands.add(line);
            }
        }
        assertThat(commands).hasSize(2);
        return commands;
    }

    private static void run(Path folder, String[] command) throws Exception {
        command[0] = System.getProperty("java.home") + File.separator + "bin" + File.separator + command[0];
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(said).isZero();
    }
}
