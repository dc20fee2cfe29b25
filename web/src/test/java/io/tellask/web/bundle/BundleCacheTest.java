package io.tellask.web.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BundleCacheTest {
    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final MemoryResources resources = new MemoryResources()
            .put("/a.html", "<link rel=stylesheet href=a.css><script type=module src=a.js></script>")
            .put("/a.css", ".a{}")
            .put("/a.js", "import './b.js';" + "/* long */".repeat(1_000))
            .put("/b.js", "export {};");

    @Test
    void changeOfAnyFileBundlesAnewOnce() {
        Bundler bundler = bundler(BundleLimits.DEFAULT);
        PageBundle first = bundler.bundle("/a.html");
        assertThat(bundler.bundle("/a.html")).isSameAs(first);

        resources.put("/b.js", "export default 1;".getBytes(StandardCharsets.UTF_8), 2_000);
        assertThat(bundler.bundle("/a.html")).as("within checkMillis").isSameAs(first);
        millis.addAndGet(100);
        PageBundle second = bundler.bundle("/a.html");
        assertThat(second.hash()).isNotEqualTo(first.hash());
        millis.addAndGet(100);
        assertThat(bundler.bundle("/a.html")).isSameAs(second);
        assertThat(bundler.builds()).isEqualTo(2);
    }

    @Test
    void otherTimeWithTheSameContentBundlesNothing() {
        Bundler bundler = bundler(BundleLimits.DEFAULT);
        PageBundle first = bundler.bundle("/a.html");
        resources.put("/a.css", ".a{}".getBytes(StandardCharsets.UTF_8), 5_000);
        millis.addAndGet(1_000);
        assertThat(bundler.bundle("/a.html")).isSameAs(first);
        int reads = resources.reads.get();
        millis.addAndGet(1_000);
        assertThat(bundler.bundle("/a.html")).isSameAs(first);
        assertThat(resources.reads).as("the new time is known").hasValue(reads);
    }

    @Test
    void contentDecidesForFilesThatHaveJustChanged() {
        long now = System.currentTimeMillis();
        resources.put("/a.css", ".a{}".getBytes(StandardCharsets.UTF_8), now);
        Bundler bundler = bundler(BundleLimits.DEFAULT);
        bundler.bundle("/a.html");
        resources.put("/a.css", ".b{}".getBytes(StandardCharsets.UTF_8), now);
        millis.addAndGet(100);
        assertThat(BundlerTest.html(bundler.bundle("/a.html"))).contains(".b{}");
    }

    @Test
    void failureIsKeptUntilAFileChanges() {
        resources.remove("/b.js");
        Bundler bundler = bundler(BundleLimits.DEFAULT);
        for (int i = 0; i < 3; i++) {
            millis.addAndGet(60_000);
            assertThatThrownBy(() -> bundler.bundle("/a.html")).hasMessageContaining("/b.js, which is not there");
        }
        assertThat(bundler.builds()).isEqualTo(1);
        resources.put("/b.js", "export {};");
        millis.addAndGet(100);
        assertThat(bundler.bundle("/a.html").dependencies()).containsKey("/b.js");
    }

    @Test
    void failureOfTheProgramIsTriedAgainLater() {
        BundleCache cache = new BundleCache(
                resources,
                BundleLimits.DEFAULT,
                millis::get,
                path -> new BundleCache.Result(
                        null, BundleException.of(BundleException.Reason.TOOL, path, "failed"), Map.of()));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> cache.bundle("/a.html")).hasMessageContaining("failed");
        }
        millis.addAndGet(9_999);
        assertThatThrownBy(() -> cache.bundle("/a.html")).hasMessageContaining("failed");
        assertThat(cache.builds()).isEqualTo(1);
        millis.addAndGet(1);
        assertThatThrownBy(() -> cache.bundle("/a.html")).hasMessageContaining("failed");
        assertThat(cache.builds()).isEqualTo(2);
    }

    @Test
    void callersAtOnceShareOneBuild() throws InterruptedException {
        CountDownLatch isBuilding = new CountDownLatch(1);
        Semaphore mayBuild = new Semaphore(0);
        BundleCache cache = new BundleCache(resources, BundleLimits.DEFAULT, millis::get, path -> {
            isBuilding.countDown();
            mayBuild.acquireUninterruptibly();
            return result(path, 10);
        });
        List<Thread> callers = new ArrayList<>();
        List<PageBundle> bundles = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 20; i++) {
            callers.add(Thread.ofVirtual().start(() -> bundles.add(cache.bundle("/a.html"))));
        }
        isBuilding.await();
        mayBuild.release();
        for (Thread caller : callers) {
            caller.join();
        }
        assertThat(bundles).hasSize(20).allMatch(bundle -> bundle == bundles.getFirst());
        assertThat(cache.builds()).isEqualTo(1);
    }

    @Test
    void errorReachesAllAndIsNotKept() {
        BundleCache cache = new BundleCache(resources, BundleLimits.DEFAULT, millis::get, path -> {
            throw new StackOverflowError("deep");
        });
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> cache.bundle("/a.html")).isInstanceOf(StackOverflowError.class);
        }
        assertThat(cache.builds()).isEqualTo(2);
    }

    @Test
    void keepsAtMostAsManyPagesAsAllowed() {
        BundleCache cache = new BundleCache(
                resources, BundleLimits.DEFAULT.with(BundleLimit.PAGES, 2), millis::get, path -> result(path, 10));
        cache.bundle("/1");
        cache.bundle("/2");
        cache.bundle("/1");
        cache.bundle("/3");
        cache.bundle("/1");
        assertThat(cache.builds()).isEqualTo(3);
        cache.bundle("/2");
        assertThat(cache.builds()).isEqualTo(4);
    }

    @Test
    void filesOfFormerBundlesAreKeptUpToTheLimit() {
        BundleCache cache = new BundleCache(
                resources,
                BundleLimits.DEFAULT.with(BundleLimit.PAGES, 1).with(BundleLimit.FORMER_BYTES, 20),
                millis::get,
                path -> result(path, 10));
        for (String path : List.of("/1", "/2", "/3")) {
            cache.bundle(path);
        }
        assertThat(cache.asset("/_bundle/1")).as("two former ones fit").isNotNull();
        cache.bundle("/4");
        assertThat(cache.asset("/_bundle/1")).isNull();
        assertThat(cache.asset("/_bundle/2")).isNotNull();
        assertThat(cache.asset("/_bundle/4")).as("that of the page itself").isNotNull();
    }

    private Bundler bundler(BundleLimits limits) {
        return Bundler.builder(resources)
                .limits(limits)
                .withoutEsbuild()
                .clock(millis::get)
                .build();
    }

    private static BundleCache.Result result(String path, int bytes) {
        BundleAsset asset = new BundleAsset("/_bundle" + path, "text/plain", new byte[bytes]);
        return new BundleCache.Result(
                new PageBundle(path, new byte[0], "", List.of(), Map.of(asset.path(), asset), Map.of(), List.of()),
                null,
                Map.of());
    }
}
