package io.tellask.web.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Element;

/**
 * The modules that a page begins with, with the graph they need. Immutable.
 *
 * @param graph of all of them
 * @param entries path of the module of each element, in order
 */
record ModuleEntries(ModuleGraph graph, Map<Element, String> entries) {
    /** Adds the modules of elements to a graph. */
    static ModuleEntries of(BuildContext context, ModuleGraph graph, List<Element> elements) {
        Map<Element, String> entries = new LinkedHashMap<>();
        for (Element element : elements) {
            String path;
            if (element.hasAttr("src")) {
                path = String.valueOf(SitePath.resolve(context.base(), element.attr("src")));
                byte[] bytes = context.files().bytes(path);
                if (bytes != null) {
                    Integrity.check(element, path, bytes);
                }
                graph.addFile(path);
            } else {
                String base = context.baseOf(element);
                path = context.path() + "#" + (entries.size() + 1);
                graph.addInPage(path, base, element.data());
            }
            entries.put(element, path);
        }
        return new ModuleEntries(graph, entries);
    }

    /** Whether all of them can become one script: none loads what only it knows. */
    boolean isComplete() {
        return graph.modules().values().stream().noneMatch(GraphModule::isComputing);
    }
}
