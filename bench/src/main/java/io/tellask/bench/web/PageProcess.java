package io.tellask.bench.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.tellask.actor.ActorSystem;
import io.tellask.bench.harness.Figure;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Scratch;
import io.tellask.netty.DetectingTransport;
import io.tellask.remote.Server;
import io.tellask.web.ResourcePath;
import io.tellask.web.WebMode;
import io.tellask.web.Website;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * Serves a page of 45 files in production and asks for it: {@code page-cold} from the start of the JVM, server included, to the first
 * page; {@code page-changed} the request after one of the modules was changed; {@code page-cached} the request after that. Medians of
 * the last two.
 */
public final class PageProcess {
    /** Longer than a bundle is used before its files are looked at. */
    private static final long LOOKED_AT_NANOS = TimeUnit.MILLISECONDS.toNanos(150);

    /** Files that a page, or a module of it, loads, by their names by content; source maps are for those who look into it. */
    private static final Pattern LOADED = Pattern.compile("/_bundle/[0-9a-f]+\\.(?!map)\\w+");

    private final Path folder = Scratch.create();
    private final int port;

    private PageProcess(String contender) throws IOException {
        PageFiles.write(folder);
        if (contender.endsWith("-modules")) {
            Thread.currentThread().setContextClassLoader(ClassLoader.getPlatformClassLoader()); // finds no esbuild
        }
        Website site = Website.builder()
                .resources(ResourcePath.builder().folder(folder).build())
                .mode(WebMode.PRODUCTION)
                .build();
        port = Server.builder(ActorSystem.create())
                .transport(DetectingTransport.builder().pages(site).build())
                .listen("any://127.0.0.1:0/tellask")
                .start()
                .address()
                .getPort();
        boolean isBundled = String.valueOf(site.bundledBy()).startsWith("esbuild");
        if (isBundled == contender.endsWith("-modules")) {
            throw new IllegalStateException("pages are bundled by " + site.bundledBy());
        }
    }

    /** Argument: the contender. */
    public static void main(String[] args) {
        Commands.run(args, words -> {
            PageProcess process = new PageProcess(words[0]);
            int bytes = process.ask("/", "").length();
            double cold = Duration.between(
                                    ProcessHandle.current()
                                            .info()
                                            .startInstant()
                                            .orElseThrow(),
                                    Instant.now())
                            .toNanos()
                    / 1e9;
            Run first = process.run("page-cold", cold, bytes);
            return new Commands.Opened(
                    "ready", command -> "runs " + process.measure(first, Integer.parseInt(command[1])));
        });
    }

    private Run run(String label, double seconds, int bytes) {
        return Run.of(label, "", Run.SECONDS, seconds).with(Run.BYTES, bytes);
    }

    private String measure(Run cold, int changes) throws IOException {
        List<Double> changed = new ArrayList<>();
        List<Double> cached = new ArrayList<>();
        String before = ask("/", "");
        for (int i = 0; i < changes; i++) {
            LockSupport.parkNanos(LOOKED_AT_NANOS);
            PageFiles.change(folder, i);
            long start = System.nanoTime();
            String page = ask("/", "");
            long middle = System.nanoTime();
            String again = ask("/", "");
            cached.add((System.nanoTime() - middle) / 1e9);
            changed.add((middle - start) / 1e9);
            if (page.equals(before) || !page.equals(again)) {
                throw new IllegalStateException("the page that came is not the newest: round=" + i);
            }
            before = page;
        }
        int requests = requests(before);
        int gzip = ask("/", "Accept-Encoding: gzip\r\n").length();
        Run last = run("page-cached", Figure.median(cached), before.length())
                .with("requests", requests)
                .with("gzipBytes", gzip)
                .with("files", PageFiles.COUNT);
        return Run.toLine(List.of(cold, run("page-changed", Figure.median(changed), before.length()), last));
    }

    /** How many requests the page takes, itself included. */
    private int requests(String page) throws IOException {
        Set<String> seen = new HashSet<>();
        Deque<String> texts = new ArrayDeque<>(List.of(page));
        while (!texts.isEmpty()) {
            for (String path : LOADED.matcher(texts.remove())
                    .results()
                    .map(found -> found.group())
                    .toList()) {
                if (seen.add(path)) {
                    texts.add(ask(path, ""));
                }
            }
        }
        return 1 + seen.size();
    }

    /** The body of an answer, which must be 200, over a connection of its own. */
    private String ask(String path, String header) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            String request = "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + header
                    + "Connection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
            if (!answer.startsWith("HTTP/1.1 200 ")) {
                throw new IOException("no page: path=" + path + ", answer=" + answer);
            }
            return answer.substring(answer.indexOf("\r\n\r\n") + 4);
        }
    }
}
