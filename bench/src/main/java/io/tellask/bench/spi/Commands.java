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

    /** Answers one command; the returned line goes back to the bench. */
    public interface Handler {
        String handle(String[] words) throws Exception;
    }

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private Commands() {}

    /** Says hello with the given line, then answers commands until the input ends; never returns normally. */
    public static void serve(String hello, Handler handler) throws InterruptedException {
        Commands commands = new Commands();
        Thread.ofPlatform().daemon().name("bench-commands").start(commands::read);
        answer(hello);
        while (true) {
            String line = commands.lines.take();
            try {
                answer(handler.handle(line.split(" ")));
            } catch (Exception | AssertionError e) {
                fail(e);
            }
        }
    }

    /** Reports why this process cannot go on, and ends it. */
    public static void fail(Throwable cause) {
        cause.printStackTrace();
        answer("failed " + cause);
        Runtime.getRuntime().halt(1);
    }

    private static void answer(String line) {
        System.out.println(MARK + line);
        System.out.flush();
    }

    private void read() {
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
