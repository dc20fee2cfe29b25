package io.tellask.web.bundle;

import io.tellask.text.SafeText;
import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.content.PageException;
import io.tellask.web.content.PageSource;
import io.tellask.web.esbuild.EsbuildBinary;
import io.tellask.web.esbuild.EsbuildException;
import io.tellask.web.resources.ImportMap;
import io.tellask.web.resources.Resource;
import io.tellask.web.resources.Resources;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Bundles the pages of a site: styles, scripts, modules and small images become part of the page, larger files get names by content.
 *
 * <p>A bundle is kept until one of its files changes; then the next request bundles anew, once, while the others that come wait for it.
 * A page that cannot be bundled is not tried again until one of its files changes. Modules become one script by the program esbuild where
 * there is one ({@link EsbuildBinary}), and stay files with names by content where there is none. Thread-safe; a call may block for disk
 * and process.
 */
public final class Bundler implements PageSource {
    private static final System.Logger LOG = System.getLogger("io.tellask.web");

    private final Resources resources;
    private final BundleLimits limits;
    private final ModuleNames packages;
    private final Predicate<String> elsewhere;

    /** Unpacking and comparing a program of 10 MB takes as long as a server takes to start, so that it is done beside that. */
    private final CompletableFuture<Optional<Esbuild>> esbuild = new CompletableFuture<>();

    private final BundleCache cache;

    private Bundler(Builder builder) {
        this.resources = builder.resources;
        this.limits = builder.limits;
        this.packages = ModuleNames.of(builder.packages);
        this.elsewhere = builder.elsewhere;
        this.cache = new BundleCache(resources, limits, builder.clock, this::build);
        if (builder.isEsbuildUsed) {
            ClassLoader loader = builder.loader;
            Thread.ofVirtual().name("tellask-web esbuild").start(() -> look(loader));
        } else {
            found(null);
        }
    }

    private void look(ClassLoader loader) {
        try {
            found(esbuild(loader, limits));
        } catch (Throwable failure) {
            esbuild.completeExceptionally(failure);
        }
    }

    private void found(@Nullable Esbuild program) {
        esbuild.complete(Optional.ofNullable(program));
        LOG.log(
                Level.INFO,
                program == null
                        ? "pages are bundled, and their modules stay files: there is no esbuild on the class path or the PATH"
                        : "pages are bundled by " + program.origin());
    }

    public static Builder builder(Resources resources) {
        return new Builder(resources);
    }

    /**
     * A page, ready to be sent.
     *
     * @param htmlPath path of its file within the site, decoded, with a slash first
     * @throws BundleException if there is no such file, or it cannot be bundled
     */
    public PageBundle bundle(String htmlPath) {
        if (resources.find(htmlPath) == null) {
            throw BundleException.of(
                    Reason.MISSING, SafeText.of(htmlPath), "page is not there; ask for the path of a file");
        }
        return cache.bundle(htmlPath);
    }

    /** The same for what serves pages. */
    @Override
    public Page page(Resource html) {
        try {
            PageBundle bundle = bundle(html.path());
            return new Page(bundle.html(), bundle.hash(), bundle.inlineHashes());
        } catch (BundleException e) {
            throw new PageException(lines(e), true); // by the build, once for all who ask
        }
    }

    @Override
    public @Nullable Asset asset(String path) {
        BundleAsset asset = path.startsWith(BundleAsset.PREFIX) ? cache.asset(path) : null;
        return asset == null ? null : new Asset(asset.path(), asset.bytes());
    }

    /** What bundles, for the log and the console: {@code esbuild 0.28.2 of the class path}. Waits until that is known. */
    public String provider() {
        return esbuild.join().map(Esbuild::origin).orElse("modules as they are, without esbuild");
    }

    /** What is wrong with a page, for those who write it: file, line, lines around. */
    static String lines(BundleException failure) {
        SourcePlace place = failure.place();
        String where = place == null ? "" : ":" + place.line() + ":" + place.column();
        return failure.path() + where + "\n" + failure.detail() + (place == null ? "" : "\n\n" + place.excerpt());
    }

    /** How many times a page was built, whether that failed or not. */
    public long builds() {
        return cache.builds();
    }

    private BundleCache.Result build(String path) {
        PageBuild build = new PageBuild(
                path,
                new SiteFiles(resources, elsewhere, limits),
                limits,
                packages,
                esbuild.join().orElse(null));
        try {
            PageBundle bundle = build.run();
            bundle.warnings().forEach(warning -> LOG.log(Level.WARNING, "bundle: {0}", SafeText.message(warning)));
            return new BundleCache.Result(bundle, null, build.stamps());
        } catch (BundleException e) {
            LOG.log(Level.ERROR, "page is not bundled: {0}", SafeText.message(e.getMessage()));
            return new BundleCache.Result(null, e, build.stamps());
        }
    }

    private static @Nullable Esbuild esbuild(ClassLoader loader, BundleLimits limits) {
        try {
            EsbuildBinary binary = EsbuildBinary.find(loader);
            return binary == null ? null : new Esbuild(binary, limits);
        } catch (EsbuildException e) {
            LOG.log(Level.WARNING, "esbuild is there and cannot be used", e);
            return null;
        }
    }

    /** Options of a bundler. Not thread-safe. */
    public static final class Builder {
        private final Resources resources;
        private BundleLimits limits = BundleLimits.DEFAULT;
        private ImportMap packages = ImportMap.NONE;
        private Predicate<String> elsewhere = path -> false;
        private ClassLoader loader = Objects.requireNonNullElseGet(
                Thread.currentThread().getContextClassLoader(), Bundler.class::getClassLoader);
        private boolean isEsbuildUsed = true;
        private LongSupplier clock = () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());

        private Builder(Resources resources) {
            this.resources = Objects.requireNonNull(resources, "resources");
        }

        /** What bounds a bundle; {@link BundleLimits#DEFAULT} unless chosen. */
        public Builder limits(BundleLimits chosen) {
            this.limits = Objects.requireNonNull(chosen, "limits");
            return this;
        }

        /** Where the names of packages lead; nowhere unless chosen. */
        public Builder packages(ImportMap chosen) {
            this.packages = Objects.requireNonNull(chosen, "packages");
            return this;
        }

        /** Which paths of the site are no files, so that modules import them from the site when they run; none unless chosen. */
        public Builder elsewhere(Predicate<String> chosen) {
            this.elsewhere = Objects.requireNonNull(chosen, "elsewhere");
            return this;
        }

        /** Where the program esbuild is looked for; the thread's context class loader unless chosen. */
        public Builder classLoader(ClassLoader chosen) {
            this.loader = Objects.requireNonNull(chosen, "loader");
            return this;
        }

        /** Leaves modules as they are, also where there is an esbuild. */
        public Builder withoutEsbuild() {
            this.isEsbuildUsed = false;
            return this;
        }

        Builder clock(LongSupplier millis) {
            this.clock = millis;
            return this;
        }

        /** Begins to look for esbuild, and tells the log what bundles once that is known. */
        public Bundler build() {
            return new Bundler(this);
        }
    }
}
