package io.tellask.bench.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The child's end of the line to the bench: commands come as lines of standard input, answers go as lines of standard
 * output that start with {@value #MARK}, so that a library's chatter does no harm. When the input ends the bench is
 * gone, and the process ends at once, whatever it is doing.
 */
public final class Commands {
    public static final String MARK = "@ ";

    private Commands() {}

    /** Opens what a process is for, by its arguments. */
    public interface Opening {
        Opened open(String[] args) throws Exception;
    }

    /** Answers one command; the returned line goes back to the bench. */
    public interface Handler {
        String handle(String[] words) throws Exception;
    }

    /** What answers commands, and the line that tells the bench that it is there. */
    public record Opened(String hello, Handler handler) {
        /** A service at a port, which takes no commands. */
        public static Opened at(int port) {
            return new Opened("port " + port, words -> "");
        }
    }

    /** Opens something, then answers commands until the input ends; never returns. */
    public static void run(String[] args, Opening opening) {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Thread.ofPlatform().daemon().name("bench-commands").start(() -> read(lines));
        try {
            Opened opened = opening.open(args);
            answer(opened.hello());
            while (true) {
                answer(opened.handler().handle(lines.take().split(" ")));
            }
        } catch (Exception | LinkageError | AssertionError e) {
            e.printStackTrace();
            answer("failed " + e);
            Runtime.getRuntime().halt(1);
        }
    }

    private static void answer(String line) {
        System.out.println(MARK + line);
        System.out.flush();
    }

    private static void read(BlockingQueue<String> lines) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            System.err.println("bench: standard input broke: " + e);
        }
        Runtime.getRuntime().exit(0);
    }
}
