package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.style.StyleMinifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/**
 * One build of a page, step by step: imported pages, import maps, styles, scripts, modules, images, space, policy. Not thread-safe.
 */
final class PageBuild {
    /** Plain scripts that are shorter together are left as they are: minifying them takes a process of their own, and gains little. */
    static final int LEAST_MINIFIED_CHARS = 2_048;

    private final String path;
    private final SiteFiles files;
    private final BundleLimits limits;
    private final ModuleNames packages;
    private final @Nullable Esbuild esbuild;

    /**
     * @param packages where the names of packages lead
     * @param esbuild null to leave modules as they are
     */
    PageBuild(String path, SiteFiles files, BundleLimits limits, ModuleNames packages, @Nullable Esbuild esbuild) {
        this.path = path;
        this.files = files;
        this.limits = limits;
        this.packages = packages;
        this.esbuild = esbuild;
    }

    /** What is known of the files that the build has asked for, also of one that failed. */
    Map<String, FileStamp> stamps() {
        return files.stamps();
    }

    /**
     * Builds it.
     *
     * @throws BundleException if it cannot be built
     */
    PageBundle run() {
        String text = files.text(path);
        if (text == null) {
            throw BundleException.of(Reason.MISSING, path, "page is not there; ask for the path of a file");
        }
        Document page = Jsoup.parse(text);
        page.outputSettings().prettyPrint(false).charset(StandardCharsets.UTF_8);
        // browsers look for it in the first 1,024 bytes
        page.select("meta[charset]").remove();
        page.head().prependElement("meta").attr("charset", "UTF-8");
        BuildContext context = BuildContext.of(path, base(path, page), files, limits);
        build(context, page);
        HtmlMinifier.minify(page);
        List<String> inlineHashes = InlineHashes.of(context, page);
        byte[] html = page.outerHtml().getBytes(StandardCharsets.UTF_8);
        Map<String, String> dependencies = new TreeMap<>();
        stamps().forEach((file, stamp) -> dependencies.put(file, stamp.hash()));
        String hash = Digests.hex(dependencies.toString().getBytes(StandardCharsets.UTF_8));
        return new PageBundle(path, html, hash, inlineHashes, context.assets().all(), dependencies, context.warnings());
    }

    private void build(BuildContext context, Document page) {
        new HtmlImports(context).inline(page);
        StyleInliner inliner = new StyleInliner(context);
        PageStyles styles = new PageStyles(context, inliner);
        styles.inline(page);
        PageScripts scripts = new PageScripts(context);
        scripts.inline(page);
        ModuleNames importMap = names(context, scripts.importMaps()).or(packages);
        ModuleGraph graph = new ModuleGraph(
                files,
                limits,
                importMap,
                (style, from) -> StyleInliner.withoutMarks(inliner.inlinedAsOne(from, style)));
        ModuleEntries entries = ModuleEntries.of(context, graph, scripts.modules());
        boolean isCombined = esbuild != null && entries.isComplete() && !scripts.isModuleOrderMixed();
        if (!isCombined) {
            new SeparateModules(context, entries, importMap).apply(page);
        }
        if (esbuild == null) {
            minifyStyles(styles.elements());
        } else {
            minify(context, esbuild, entries, isCombined, styles.elements());
            minifyPlain(context, esbuild, scripts.plain());
        }
        PageAssets.link(context, page);
        PageAssets.settleEarlyLoads(context, page, Set.copyOf(graph.modules().keySet()));
    }

    private static void minifyStyles(List<Element> elements) {
        for (Element element : elements) {
            PageStyles.setText(element, StyleMinifier.minified(StyleInliner.withoutMarks(element.data())));
        }
    }

    private void minify(
            BuildContext context, Esbuild by, ModuleEntries entries, boolean isCombined, List<Element> styles) {
        CombinedCode code = by.combined(
                path,
                isCombined ? entries.graph().modules() : Map.of(),
                isCombined ? entries.entries().values() : List.of(),
                styles.stream().map(Element::data).toList());
        CombinedModules.apply(context, entries, code);
        for (int i = 0; i < styles.size(); i++) {
            PageStyles.setText(
                    styles.get(i), StyleInliner.withoutMarks(code.styles().get(i)));
        }
    }

    private void minifyPlain(BuildContext context, Esbuild by, List<Element> plain) {
        int chars = plain.stream().mapToInt(script -> script.data().length()).sum();
        if (chars < LEAST_MINIFIED_CHARS) {
            return;
        }
        List<String> minified =
                by.minified(path, plain.stream().map(Element::data).toList());
        if (minified == null) {
            context.warn(path + ": a script that is no module has an error; such scripts are left as they are");
            return;
        }
        for (int i = 0; i < plain.size(); i++) {
            PageScripts.setText(plain.get(i), minified.get(i));
        }
    }

    /** The import maps of the page, the first before the others. Their elements are taken out. */
    static ModuleNames names(BuildContext context, List<Element> elements) {
        ModuleNames names = ModuleNames.EMPTY;
        for (Element element : elements) {
            if (!element.hasAttr("src")) {
                names = names.or(ModuleNames.read(element.data(), context.baseOf(element)));
                element.remove();
            }
        }
        return names;
    }

    /** What the addresses of a page are relative to. */
    static String base(String path, Document page) {
        Element base = page.selectFirst("base[href]");
        if (base == null) {
            return path;
        }
        String resolved = SitePath.resolve(path, base.attr("href"));
        if (resolved == null) {
            throw BundleException.of(Reason.SYNTAX, path, "base leads out of the site; remove it, or name a path");
        }
        return resolved;
    }
}
