package io.tellask.cli.codec;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Failures;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.GraphInput;
import io.tellask.codec.text.JsonEncoding;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code tellask codec dump FILE}: prints a message, or each graph of a stream of graphs, as JSON, by its own
 * descriptors, without any class of it. A stream is printed as it is read, whatever its length.
 */
@Command(
        name = "dump",
        header = "Prints an encoded message, or each graph of a GraphOutput, as JSON.",
        description = {
            "Needs none of the message's classes and loads none: names and fields come from the message.",
            "It must carry its descriptors, as Codec.encode and GraphOutput write them; messages of a session or of a "
                    + "store do not.",
            "A graph of a stream that cannot be read is named on standard error, those behind it are printed, and the "
                    + "exit code is 1."
        })
final class CodecDump implements Callable<Integer> {
    /** Controls and format characters behind ASCII's, and line separators; JSON escapes those before. */
    private static final Pattern HIDDEN = Pattern.compile("[\\x7f-\\x9f\\p{Cf}\\p{Zl}\\p{Zp}]");

    private static final CodecLimits LIMITS = CodecLimits.standard();

    /** What a stream of graphs begins with. */
    private static final byte[] GRAPHS = "TLKG".getBytes(US_ASCII);

    /** What a stream of the JDK begins with: STREAM_MAGIC and STREAM_VERSION. */
    private static final byte[] OF_JDK = {(byte) 0xAC, (byte) 0xED, 0, 5};

    @Parameters(paramLabel = "FILE", description = "The message or stream; - for standard input.")
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
        if (!file.equals("-") && Files.isDirectory(Path.of(file))) {
            throw new CommandFailure("dump: a folder instead of a file: file=" + file + "; name one of its files");
        }
        try (InputStream in =
                new BufferedInputStream(file.equals("-") ? System.in : Files.newInputStream(Path.of(file)))) {
            in.mark(OF_JDK.length);
            byte[] start = in.readNBytes(OF_JDK.length);
            in.reset();
            return print(start, in) ? 0 : CommandLine.ExitCode.SOFTWARE;
        } catch (OutOfMemoryError full) {
            throw Failures.tooLarge("dump: file=" + file, full);
        }
    }

    /** Whether all could be read. */
    private boolean print(byte[] start, InputStream in) throws IOException {
        if (startsWith(start, OF_JDK)) {
            throw new CommandFailure(
                    "dump: file=" + file + " is a stream of java.io.ObjectOutputStream and no message of "
                            + "the codec; read it with JdkStreams of tellask-codec-jdk, which needs its classes");
        }
        boolean stream = startsWith(start, GRAPHS);
        CodecLimits limits = LIMITS.withBytes(Integer.MAX_VALUE / 2);
        Codec codec = Codec.builder().limits(stream ? ofStream(limits) : limits).build();
        JsonEncoding json = JsonEncoding.of(codec);
        json = compact ? json : json.pretty();
        json = trees ? json.asTrees() : json;
        try {
            if (stream) {
                return printAll(codec.newGraphInput(in), json);
            }
            print(json.describe(message(in)));
            return true;
        } catch (CodecException e) {
            throw new CommandFailure("dump: file=" + file + ": " + e.getMessage(), e);
        }
    }

    private static boolean startsWith(byte[] bytes, byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    /** The heap bounds what a graph may have. */
    private static CodecLimits ofStream(CodecLimits limits) {
        return limits.withStreamedBytes(Long.MAX_VALUE)
                .withArraySlots(Integer.MAX_VALUE)
                .withObjects(Integer.MAX_VALUE);
    }

    /**
     * Prints graph by graph, so that those in front of a damaged one are seen, and those behind one that is refused or given
     * up, until nobody reads on; whether all were read.
     */
    private boolean printAll(GraphInput graphs, JsonEncoding json) throws IOException {
        boolean all = true;
        for (long number = 1; graphs.hasNext() && !spec.commandLine().getOut().checkError(); number++) {
            try {
                print(json.encodeModel(graphs.describe()));
            } catch (CodecException refused) {
                all = false;
                spec.commandLine()
                        .getErr()
                        .println("tellask: dump: file=" + file + ", graph=" + number + ": " + refused.getMessage());
            }
        }
        return all;
    }

    private void print(byte[] json) {
        spec.commandLine().getOut().println(printable(new String(json, UTF_8), System.out.charset()));
    }

    /** Reads at most one byte more than a message may have, so that a longer one is noticed. */
    private byte[] message(InputStream in) throws IOException {
        byte[] message = in.readNBytes(LIMITS.bytes() + 1);
        if (message.length > LIMITS.bytes()) {
            throw new CommandFailure("dump: file=" + file + " has bytes > limit=" + LIMITS.bytes()
                    + "; no message of the default limits is so long");
        }
        return message;
    }

    /** Escapes what the terminal's charset lacks, and what it would obey or hide: such characters stand in strings only. */
    private static String printable(String json, Charset charset) {
        CharsetEncoder encoder = charset.newEncoder();
        if (encoder.canEncode(json)) {
            return HIDDEN.matcher(json).replaceAll(found -> Matcher.quoteReplacement(escaped(found.group())));
        }
        StringBuilder escaped = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char next = json.charAt(i);
            if (next < 0x80) {
                escaped.append(next);
            } else {
                escaped.append(escaped(String.valueOf(next)));
            }
        }
        return escaped.toString();
    }

    private static String escaped(String characters) {
        return characters
                .chars()
                .mapToObj(each -> String.format("\\u%04x", each))
                .collect(Collectors.joining());
    }
}
