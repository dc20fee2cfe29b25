package io.tellask.web.bundle;

import io.tellask.web.script.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;

/**
 * Modules as they are, in pure Java: each a file of the bundle, which the page names before it begins with one, so that the browser asks
 * for all of them at once and keeps them for ever. An import map leads from the paths of the site to them, so that changing one changes
 * the address of no other.
 *
 * <p>Not made into one script: that would need to know what each name in a module means, and one mistake breaks a page. A small module
 * that no other imports becomes part of the page. One that computes what it loads keeps its address. Not thread-safe.
 */
final class SeparateModules {
    private final BuildContext context;
    private final ModuleEntries entries;
    private final ModuleNames importMap;
    private final Map<String, String> addresses = new LinkedHashMap<>();

    SeparateModules(BuildContext context, ModuleEntries entries, ModuleNames importMap) {
        this.context = context;
        this.entries = entries;
        this.importMap = importMap;
    }

    void apply(Document page) {
        Set<String> imported = imported();
        Set<String> inPage = new LinkedHashSet<>();
        entries.entries().forEach((element, path) -> {
            GraphModule module = module(path);
            boolean isSmall = module.source().length() <= context.limits().of(BundleLimit.INLINE_MODULE_BYTES)
                    && !PageScripts.swallowsPage(module.source());
            boolean isFirst =
                    entries.entries().values().stream().filter(path::equals).count() == 1;
            if (module.isInPage() || isSmall && isFirst && !imported.contains(path) && !module.isComputing()) {
                inPage.add(path);
                context.assets().markInPage(path);
            }
        });
        for (GraphModule module : entries.graph().modules().values()) {
            if (!inPage.contains(module.path())) {
                addresses.put(module.path(), address(module));
            }
        }
        entries.entries().forEach((element, path) -> put(element, path, inPage.contains(path)));
        if (!addresses.isEmpty()) {
            describe(page);
        }
    }

    private GraphModule module(String path) {
        GraphModule module = entries.graph().modules().get(path);
        if (module == null) {
            throw new AssertionError("module of the page is not in its graph");
        }
        return module;
    }

    private Set<String> imported() {
        Set<String> imported = new LinkedHashSet<>();
        entries.graph().modules().values().forEach(module -> imported.addAll(module.targets()));
        return imported;
    }

    private String address(GraphModule module) {
        if (!entries.isComplete() && !module.source().equals(module.original())) {
            // data or a style, which a module that keeps its text imports as what it is
            return SitePath.encoded(module.path());
        }
        if (module.isComputing()) {
            context.warn(module.path() + ": module computes what it loads; it keeps its address");
            return SitePath.encoded(module.path());
        }
        String text = ModuleText.moved(module, SeparateModules::specifier, !entries.isComplete());
        return context.assets()
                .addFile(
                        module.path().endsWith(".js") ? module.path() : module.path() + ".js",
                        "text/javascript; charset=utf-8",
                        text.getBytes(StandardCharsets.UTF_8));
    }

    /** Modules name each other by their path in the site, which the import map leads on from. */
    static String specifier(String target) {
        return SitePath.isExternal(target) ? target : SitePath.encoded(target);
    }

    private void put(Element element, String path, boolean isInPage) {
        if (isInPage) {
            for (String name : new String[] {"src", "integrity", "crossorigin", "nonce"}) {
                element.removeAttr(name);
            }
            PageScripts.setText(
                    element, ModuleText.moved(module(path), SeparateModules::specifier, !entries.isComplete()));
        } else {
            element.attr("src", String.valueOf(addresses.get(path)));
            element.removeAttr("integrity");
        }
    }

    /** The import map and the names of all that is needed at once, before anything that could begin to load modules. */
    private void describe(Document page) {
        Map<String, String> imports = new LinkedHashMap<>();
        if (!entries.isComplete()) {
            importMap.imports().forEach((name, address) -> imports.put(name, addresses.getOrDefault(address, address)));
        }
        addresses.forEach((path, address) -> {
            if (!address.equals(SitePath.encoded(path))) {
                imports.put(SitePath.encoded(path), address);
            }
        });
        ModuleNames described = new ModuleNames(imports, entries.isComplete() ? Map.of() : importMap.scopes());
        Element map = new Element("script").attr("type", "importmap");
        map.appendChild(new DataNode(described.json()));
        Node before = place(page);
        insert(page, before, map);
        for (String path : neededAtOnce()) {
            if (addresses.containsKey(path)) {
                insert(
                        page,
                        before,
                        new Element("link")
                                .attr("rel", "modulepreload")
                                .attr("href", String.valueOf(addresses.get(path))));
            }
        }
    }

    private static void insert(Document page, Node before, Element element) {
        if (before == page.head()) {
            page.head().appendChild(element);
        } else {
            before.before(element);
        }
    }

    /** The first element that may load something; the head, for its end, where none is. */
    private static Node place(Document page) {
        Element first = page.head().selectFirst("script, link, style");
        return first == null ? page.head() : first;
    }

    /** Those that entries import, and what these import, but not what is loaded when it is asked for. */
    private Set<String> neededAtOnce() {
        Set<String> needed = new LinkedHashSet<>(entries.entries().values());
        Deque<String> pending = new ArrayDeque<>(needed);
        while (!pending.isEmpty()) {
            GraphModule module = module(pending.poll());
            for (int i = 0; i < module.references().size(); i++) {
                String target = module.targets().get(i);
                boolean isStatic = module.references().get(i).kind() == ModuleReference.Kind.STATIC;
                if (isStatic && entries.graph().modules().containsKey(target) && needed.add(target)) {
                    pending.add(target);
                }
            }
        }
        return needed;
    }
}
