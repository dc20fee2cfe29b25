package io.tellask.web.bundle;

import io.tellask.web.content.PageException;
import io.tellask.web.content.PageSource;
import io.tellask.web.resources.ImportMap;
import io.tellask.web.resources.Resource;
import io.tellask.web.resources.Resources;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * Pages of another source, whose modules are looked through first: what is missing or cannot be read is told with file and line, where a
 * browser would say little. Nothing is bundled or kept. Pages that are imported are put in, since browsers no longer do. Thread-safe; blocks for the disk.
 */
public final class CheckedPages implements PageSource {
    private final PageSource pages;
    private final Resources resources;
    private final ModuleNames packages;
    private final Predicate<String> elsewhere;
    private final BundleLimits limits;

    /**
     * @param packages where the names of packages lead
     * @param elsewhere whether a path of the site is no file, and served by something else
     */
    public CheckedPages(
            PageSource pages,
            Resources resources,
            ImportMap packages,
            Predicate<String> elsewhere,
            BundleLimits limits) {
        this.pages = pages;
        this.resources = resources;
        this.packages = ModuleNames.of(packages);
        this.elsewhere = elsewhere;
        this.limits = limits;
    }

    @Override
    public @Nullable Page page(Resource html) {
        try {
            Document page = Jsoup.parse(new String(html.bytes(), StandardCharsets.UTF_8));
            boolean hasImports = page.selectFirst("link[rel=import]") != null;
            SiteFiles files = new SiteFiles(resources, elsewhere, limits);
            BuildContext context = BuildContext.of(html.path(), PageBuild.base(html.path(), page), files, limits);
            new HtmlImports(context).inline(page);
            String whole = page.outputSettings(page.outputSettings().prettyPrint(false))
                    .outerHtml();
            check(context, page);
            return pages.page(hasImports ? new InlinedPage(html, whole.getBytes(StandardCharsets.UTF_8)) : html);
        } catch (BundleException e) {
            throw new PageException(Bundler.lines(e));
        }
    }

    @Override
    public @Nullable Asset asset(String path) {
        return pages.asset(path);
    }

    private void check(BuildContext context, Document page) {
        PageScripts scripts = new PageScripts(context);
        scripts.inline(page);
        ModuleNames names = PageBuild.names(context, scripts.importMaps()).or(packages);
        ModuleGraph graph = new ModuleGraph(context.files(), limits, names, (style, from) -> style);
        ModuleEntries.of(context, graph, scripts.modules());
    }
}
