package io.tellask.web.bundle;

import io.tellask.text.SafeText;
import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.esbuild.EsbuildBinary;
import io.tellask.web.esbuild.EsbuildException;
import io.tellask.web.resources.Resources;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
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
    private final ImportMap jarImports;
    private final @Nullable Esbuild esbuild;
    private final BundleCache cache;

    private Bundler(Builder builder) {
        this.resources = builder.resources;
        this.limits = builder.limits;
        this.jarImports = JarImportMaps.read(builder.loader);
        this.esbuild = builder.isEsbuildUsed ? esbuild(builder.loader, limits) : null;
        this.cache = new BundleCache(resources, limits, builder.clock, this::build);
        LOG.log(Level.INFO, "pages are bundled by {0}", provider());
    }

    /** One that looks for esbuild, and for the import maps of jars on the class path. */
    public static Bundler of(Resources resources) {
        return builder(resources).build();
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
        PageBundle bundle = page(htmlPath);
        if (bundle == null) {
            throw BundleException.of(
                    Reason.MISSING, SafeText.of(htmlPath), "page is not there; ask for the path of a file");
        }
        return bundle;
    }

    @Override
    public @Nullable PageBundle page(String path) {
        return resources.find(path) == null ? null : cache.bundle(path);
    }

    @Override
    public @Nullable BundleAsset asset(String path) {
        return cache.asset(path);
    }

    @Override
    public String provider() {
        return esbuild == null ? "modules as they are, without esbuild" : esbuild.origin();
    }

    /** How many times a page was built, whether that failed or not. */
    public long builds() {
        return cache.builds();
    }

    private BundleCache.Result build(String path) {
        PageBuild build = new PageBuild(path, resources, limits, jarImports, esbuild);
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

        /** Where import maps of jars and the program esbuild are looked for; the thread's context class loader unless chosen. */
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

        /**
         * Looks for what it needs.
         *
         * @throws BundleException if an import map of a jar cannot be read
         */
        public Bundler build() {
            return new Bundler(this);
        }
    }
}
