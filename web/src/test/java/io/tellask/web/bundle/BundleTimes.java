package io.tellask.web.bundle;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * How long a page of 45 files takes until it is ready: the first one of a process, counted from main, so add 40 ms or more of the JVM; after a change of
 * one file; and unchanged. Files are in memory, so that no disk is measured; the program esbuild and its files are on the disk. Prints
 * fastest, median and longest of 200 rounds. Arguments: {@code modules} to go without esbuild, {@code first} to end behind the first page.
 */
final class BundleTimes {
    private static final int ROUNDS = 200;

    private BundleTimes() {}

    public static void main(String[] arguments) throws java.io.IOException {
        long main = System.nanoTime();
        MemoryResources resources = SamplePage.resources();
        Bundler.Builder builder =
                Bundler.builder(resources).limits(BundleLimits.DEFAULT.with(BundleLimit.CHECK_MILLIS, 0));
        Bundler bundler = (List.of(arguments).contains("modules") ? builder.withoutEsbuild() : builder).build();
        PageBundle bundle = bundler.bundle("/index.html");
        long cold = (System.nanoTime() - main) / 1_000_000;
        if (List.of(arguments).contains("first")) {
            System.out.println("first page, from main: " + cold + " ms");
            return;
        }
        long[] changed = new long[ROUNDS];
        long[] same = new long[ROUNDS];
        long check = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] module = ("export class Part19 { static round = " + round + "; }").getBytes(StandardCharsets.UTF_8);
            resources.put("/js/m19.js", module, 2_000 + round);
            long start = System.nanoTime();
            check += bundler.bundle("/index.html").html().length;
            changed[round] = System.nanoTime() - start;
            start = System.nanoTime();
            check += bundler.bundle("/index.html").html().length;
            same[round] = System.nanoTime() - start;
        }
        System.out.println(
                bundler.provider() + ": requests=" + BundlerTest.requests(bundle) + " of " + SamplePage.files()
                        + ", bytes=" + bundle.html().length + ", gzip=" + gzip(bundle.html()) + ", checksum=" + check);
        System.out.println("first page, from main: " + cold + " ms");
        System.out.println("after a change: " + told(changed));
        System.out.println("unchanged, files looked at: " + told(same));
    }

    private static int gzip(byte[] bytes) throws java.io.IOException {
        java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.size();
    }

    private static String told(long[] nanos) {
        Arrays.sort(nanos);
        return String.format(
                "fastest %.2f ms, median %.2f ms, longest %.2f ms",
                nanos[0] / 1e6, nanos[nanos.length / 2] / 1e6, nanos[nanos.length - 1] / 1e6);
    }
}
