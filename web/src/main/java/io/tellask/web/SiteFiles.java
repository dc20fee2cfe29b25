package io.tellask.web;

import io.tellask.http.HttpExchange;
import io.tellask.http.HttpHeaders;
import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.text.SafeLog;
import io.tellask.web.bundle.BundleLimits;
import io.tellask.web.bundle.Bundler;
import io.tellask.web.bundle.CheckedPages;
import io.tellask.web.content.Content;
import io.tellask.web.content.ContentSender;
import io.tellask.web.content.ContentStore;
import io.tellask.web.content.PageException;
import io.tellask.web.content.PageSource;
import io.tellask.web.content.PlainPages;
import io.tellask.web.content.ScriptedPages;
import io.tellask.web.live.ChangeStream;
import io.tellask.web.live.FileChanges;
import io.tellask.web.live.LivePages;
import io.tellask.web.resources.FolderRoot;
import io.tellask.web.resources.ImportMap;
import io.tellask.web.resources.ImportMapException;
import io.tellask.web.resources.PathRules;
import io.tellask.web.resources.SearchPath;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The files of a site: which one a path stands for, and what goes with it. Thread-safe; blocks for the disk. */
final class SiteFiles implements AutoCloseable {
    /** Where scripts and tools find the import map of all packages. */
    static final String IMPORT_MAP_PATH = "/_tellask/importmap.json";

    private static final System.Logger LOG = System.getLogger(Website.class.getName());
    private static final String FRONT_PAGE = "/index.html";
    private static final String FAVICON_PATH = "/favicon.ico";
    private static final String FAVICON = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">"
            + "<rect width=\"32\" height=\"32\" rx=\"8\" fill=\"#16202c\"/>"
            + "<path d=\"M12 9l-6 7 6 7M20 9l6 7-6 7\" fill=\"none\" stroke=\"#7ad0c2\" stroke-width=\"3\"/></svg>";

    private final WebMode mode;
    private final SearchPath path;
    private final SecurityHeaders security;
    private final @Nullable String fallback;
    private final ErrorPages errors;
    private final ContentStore store;
    private final ContentSender sender;
    private final Content importMap;
    private final String liveActor;
    private volatile Content liveScript;
    private final @Nullable FileChanges changes;
    private final @Nullable LivePages live;
    private final @Nullable Bundler bundler;

    /** @param mounted whether another service answers a path */
    SiteFiles(Website.Builder of, Predicate<String> mounted) {
        mode = of.mode;
        path = of.resources.searched();
        security = of.security.build();
        fallback = of.fallback;
        liveActor = of.liveActor;
        liveScript = liveScript("");
        boolean developed = mode == WebMode.DEVELOPMENT;
        changes = developed ? new FileChanges(folders(path)) : null;
        live = changes == null ? null : new LivePages(changes, of.limits.livePages());
        errors = new ErrorPages(mode, changes == null ? () -> "" : () -> LivePages.element(changes.state()));
        ImportMap map = mapOf(path);
        importMap = ContentStore.ofText(IMPORT_MAP_PATH, map.toJson().getBytes(StandardCharsets.UTF_8));
        bundler = developed || !of.bundled
                ? null
                : Bundler.builder(path)
                        .packages(map)
                        .elsewhere(mounted)
                        .limits(BundleLimits.ofProperties())
                        .build();
        PageSource pages = bundler == null ? new PlainPages(map) : bundler;
        if (developed && of.bundled) {
            pages = new CheckedPages(pages, path, map, mounted, BundleLimits.ofProperties());
        }
        if (changes != null) {
            pages = new ScriptedPages(pages, () -> {
                changes.look();
                return LivePages.element(changes.state());
            });
        }
        store = new ContentStore(path, pages, held(of.limits, developed));
        sender = new ContentSender(store);
        if (bundler != null) {
            Thread.ofVirtual().name("tellask-web ahead").start(this::makeAhead);
        }
    }

    /** Makes the pages that are likely to be asked for first, while the server starts. */
    private void makeAhead() {
        makeAhead(FRONT_PAGE);
        if (fallback != null && !fallback.equals(FRONT_PAGE)) {
            makeAhead(fallback);
        }
    }

    private void makeAhead(String page) {
        try {
            store.find(page);
        } catch (PageException broken) { // the bundler has said in the log what is wrong with it
            LOG.log(Level.DEBUG, "a page is broken before anybody asks for it");
        } catch (Throwable failure) {
            SafeLog.logReason(LOG, Level.ERROR, "a page could not be made ahead: ", failure);
        }
    }

    private Content liveScript(String transport) {
        return ContentStore.ofText(LivePages.SCRIPT_PATH, LivePages.script(transport, liveActor));
    }

    /** The transport of the server has that path. */
    void listening(String transport) {
        liveScript = liveScript(transport);
    }

    /** Changes of files; none ever where nobody develops the site. */
    SiteChanges changes() {
        FileChanges watched = changes == null ? new FileChanges(List.of()) : changes;
        return state -> new ChangeStream(watched, state);
    }

    private static ContentStore.Limits held(WebLimits limits, boolean developed) {
        return new ContentStore.Limits(
                developed ? 0 : limits.cacheBytes(), limits.cacheEntries(), limits.heldFileBytes());
    }

    private static ImportMap mapOf(SearchPath path) {
        try {
            return path.importMap();
        } catch (ImportMapException malformed) {
            throw new IllegalStateException("site: the import map of a package cannot be read", malformed);
        }
    }

    private static List<Path> folders(SearchPath path) {
        return path.roots().stream()
                .filter(FolderRoot.class::isInstance)
                .map(root -> ((FolderRoot) root).folder())
                .toList();
    }

    /** What bundles pages; null where they are sent as they are. */
    @Nullable
    String provider() {
        return bundler == null ? null : bundler.provider();
    }

    ErrorPages errors() {
        return errors;
    }

    /** Answers a request of GET or HEAD. */
    void serve(HttpExchange exchange) {
        HttpRequest request = exchange.request();
        String asked = PathRules.decode(request.path());
        if (live != null && asked.equals(LivePages.EVENTS_PATH)) {
            live.serve(exchange);
            return;
        }
        Content own = own(asked);
        if (own != null) {
            send(exchange, asked, own);
            return;
        }
        String file = asked.endsWith("/") ? asked + "index.html" : asked;
        Content found = store.find(file);
        if (found != null) {
            send(exchange, file, found);
        } else if (!asked.endsWith("/") && store.has(asked + "/index.html")) {
            redirect(exchange);
        } else {
            miss(exchange, asked);
        }
    }

    private @Nullable Content own(String asked) {
        if (asked.equals(IMPORT_MAP_PATH)) {
            return importMap;
        }
        return live != null && asked.equals(LivePages.SCRIPT_PATH) ? liveScript : null;
    }

    private void send(HttpExchange exchange, String file, Content content) {
        boolean page = file.endsWith(".html") || file.endsWith(".htm");
        HttpHeaders headers = page ? security.forPage(content.inlineHashes()) : security.forFile();
        sender.send(exchange, content, headers.with("cache-control", cacheControl(content)));
    }

    private String cacheControl(Content content) {
        if (mode == WebMode.DEVELOPMENT) {
            return "no-store";
        }
        return content.isImmutable() ? "public, max-age=31536000, immutable" : "no-cache";
    }

    /** To the folder of a page, so that what it names without a slash is found there. */
    private static void redirect(HttpExchange exchange) {
        HttpRequest request = exchange.request();
        String query = request.query() == null ? "" : "?" + request.query();
        exchange.answer(HttpResponse.of(308)
                .with("location", request.path() + "/" + query)
                .with("cache-control", "no-cache"));
    }

    private void miss(HttpExchange exchange, String asked) {
        HttpRequest request = exchange.request();
        if (live != null
                && asked.equals(FAVICON_PATH)) { // browsers ask for it by themselves, and report an error of the page
            send(exchange, asked, ContentStore.ofText("/favicon.svg", FAVICON.getBytes(StandardCharsets.UTF_8)));
            return;
        }
        if (fallback != null && ErrorPages.takesHtml(request) && asked.indexOf('.', asked.lastIndexOf('/')) < 0) {
            Content page = store.find(fallback);
            if (page != null) {
                send(exchange, fallback, page);
                return;
            }
        }
        exchange.answer(errors.of(
                request, 404, "not found", "path: there is no such file; check its name and case", looked(asked)));
    }

    private List<String> looked(String asked) {
        List<String> lines = new ArrayList<>();
        String file = asked.endsWith("/") ? asked + "index.html" : asked;
        if (!PathRules.isSafe(file)) {
            lines.add(asked + " is a path that is never served");
            return lines;
        }
        lines.add("looked for " + file + (asked.endsWith("/") ? "" : " and " + asked + "/index.html") + " in");
        path.names().forEach(name -> lines.add("  " + name));
        return lines;
    }

    @Override
    public void close() {
        if (changes != null) {
            changes.close();
        }
    }
}
