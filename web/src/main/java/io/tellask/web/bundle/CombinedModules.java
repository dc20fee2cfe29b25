package io.tellask.web.bundle;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jsoup.nodes.Element;

/** Modules as one script, in the place of the first. Stateless. */
final class CombinedModules {
    private CombinedModules() {}

    /** Puts the script in, and takes out the elements of the modules it is made of. */
    static void apply(BuildContext context, ModuleEntries entries, CombinedCode code) {
        String script = code.script();
        String sourceMap = code.sourceMap();
        if (script == null || sourceMap == null) {
            return;
        }
        BundleAsset map = context.assets().add(".map", "application/json", sourceMap.getBytes(StandardCharsets.UTF_8));
        String whole = script + "\n//# sourceMappingURL=" + map.path();
        List<Element> elements = List.copyOf(entries.entries().keySet());
        Element first = elements.getFirst();
        for (Element other : elements.subList(1, elements.size())) {
            other.remove();
        }
        for (String name : List.of("src", "integrity", "crossorigin", "nonce", "async", "fetchpriority")) {
            first.removeAttr(name);
        }
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > context.limits().of(BundleLimit.INLINE_CODE_BYTES) || PageScripts.swallowsPage(whole)) {
            first.empty();
            first.attr(
                    "src",
                    context.assets()
                            .add(".js", "text/javascript; charset=utf-8", bytes)
                            .path());
        } else {
            PageScripts.setText(first, whole);
        }
        entries.graph().modules().keySet().forEach(context.assets()::markInPage);
    }
}
