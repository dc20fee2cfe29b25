package io.tellask.cli.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.RespLimits;
import io.tellask.kv.RespOptions;
import io.tellask.kv.RespServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of {@code tellask serve} that make it a server for clients of Redis, too. */
final class RespOption {
    private static final int MOST_PASSWORD_BYTES = 4096;

    @Option(
            names = "--resp",
            paramLabel = "URI",
            converter = RedisAddress.class,
            description =
                    "Where to listen for clients of Redis, such as redis://127.0.0.1:6379; nowhere unless given. An address that"
                            + " other machines reach must have plaintext=true as its query, since nothing is encrypted.")
    private @Nullable URI address;

    @Option(
            names = "--resp-password-file",
            paramLabel = "FILE",
            description = "A file whose first line is the password that clients of Redis must name; none unless given.")
    private @Nullable Path passwordFile;

    /** Refuses a password that nobody would be asked for. */
    void check(CommandSpec spec) {
        if (address == null && passwordFile != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--resp-password-file=" + passwordFile
                            + " without --resp: no client of Redis is served; add --resp or leave it out");
        }
    }

    /** The server, or null where none is asked for. */
    @Nullable
    RespServer start(KeyValueService service, RespLimits limits) {
        if (address == null) {
            return null;
        }
        RespOptions options = RespOptions.listening(address.toString()).withLimits(limits);
        return RespServer.start(service, passwordFile == null ? options : options.withPassword(password(passwordFile)));
    }

    private static String password(Path file) {
        try {
            String password =
                    UTF_8.newDecoder().decode(ByteBuffer.wrap(firstLine(file))).toString();
            if (password.isEmpty()) {
                throw new CommandFailure(
                        "password file is empty: file=" + file + "; write the password into its first line");
            }
            return password;
        } catch (CharacterCodingException notText) {
            throw new CommandFailure(
                    "password file is not text: file=" + file + ", expected=UTF-8; write the password anew", notText);
        } catch (IOException failure) {
            throw new CommandFailure("password file cannot be read: " + Failures.line(failure), failure);
        }
    }

    /** Reads no more than a first line may have: the file may be one that never ends. */
    private static byte[] firstLine(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_PASSWORD_BYTES + 1);
        }
        int end = 0;
        while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
            end++;
        }
        if (end > MOST_PASSWORD_BYTES) {
            throw new CommandFailure("password file has no line: file=" + file + ", bytes of its first line > limit="
                    + MOST_PASSWORD_BYTES + "; write the password into its first line");
        }
        return Arrays.copyOf(bytes, end);
    }
}
