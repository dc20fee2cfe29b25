package io.tellask.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.text.JsonEncoding;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask codec dump FILE}: prints a message as JSON, by its own descriptors, without any class of it. */
@Command(
        name = "dump",
        header = "Prints an encoded message as JSON.",
        description = {
            "Needs none of the message's classes and loads none: names and fields come from the message.",
            "It must carry its descriptors, as Codec.encode writes it; messages of a session or of a store do not."
        })
final class CodecDump implements Callable<Integer> {
    private static final CodecLimits LIMITS = CodecLimits.standard();

    @Parameters(paramLabel = "FILE", description = "The message; - for standard input.")
    private String file;

    @Option(names = "--compact", description = "Print on one line.")
    private boolean compact;

    @Option(
            names = "--trees",
            description = "Write shared objects wherever they are referred to, without @id and @ref.")
    private boolean trees;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        byte[] message = read();
        JsonEncoding json = JsonEncoding.of(
                Codec.builder().limits(LIMITS.withBytes(Integer.MAX_VALUE / 2)).build());
        json = compact ? json : json.pretty();
        try {
            byte[] text = (trees ? json.asTrees() : json).describe(message);
            spec.commandLine().getOut().println(printable(new String(text, UTF_8), System.out.charset()));
        } catch (CodecException e) {
            throw new CommandFailure("dump: file=" + file + ", bytes=" + message.length + ": " + e.getMessage(), e);
        }
        return 0;
    }

    /** At most one byte more than a message may have, so that a longer one is noticed. */
    private byte[] read() throws IOException {
        try (InputStream in = file.equals("-") ? System.in : Files.newInputStream(Path.of(file))) {
            byte[] message = in.readNBytes(LIMITS.bytes() + 1);
            if (message.length > LIMITS.bytes()) {
                throw new CommandFailure("dump: file=" + file + " has bytes > limit=" + LIMITS.bytes()
                        + "; no message of the default limits is so long");
            }
            return message;
        }
    }

    /** Escapes what the terminal's charset lacks: such characters stand in strings only. */
    private static String printable(String json, Charset charset) {
        CharsetEncoder encoder = charset.newEncoder();
        if (encoder.canEncode(json)) {
            return json;
        }
        StringBuilder escaped = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char next = json.charAt(i);
            if (next < 0x80) {
                escaped.append(next);
            } else {
                escaped.append(String.format("\\u%04x", (int) next));
            }
        }
        return escaped.toString();
    }
}
