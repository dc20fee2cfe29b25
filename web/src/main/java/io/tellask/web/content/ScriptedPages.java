package io.tellask.web.content;

import io.tellask.web.resources.Resource;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Pages of another source with one more script: behind the import map, which it may need, else before all others. Thread-safe. */
public final class ScriptedPages implements PageSource {
    private final PageSource pages;
    private final Supplier<String> script;

    /** @param script gives the element, and is asked before a page is read */
    public ScriptedPages(PageSource pages, Supplier<String> script) {
        this.pages = pages;
        this.script = script;
    }

    @Override
    public @Nullable Page page(Resource html) {
        String element = script.get();
        Page page = pages.page(html);
        if (page == null) {
            return null;
        }
        String text = new String(page.html(), StandardCharsets.ISO_8859_1); // a character for a byte
        int place = place(text);
        byte[] scripted =
                (text.substring(0, place) + element + text.substring(place)).getBytes(StandardCharsets.ISO_8859_1);
        return new Page(scripted, List.of(page.state(), element), page.inlineHashes());
    }

    private static int place(String page) {
        HtmlScan scan = HtmlScan.of(page);
        return scan.inlines().stream()
                .filter(inline -> inline.type().equals("importmap"))
                .findFirst()
                .map(map -> page.indexOf('>', map.end()) + 1)
                .filter(behind -> behind > 0) // one that is not closed reaches to the end
                .orElse(scan.head());
    }

    @Override
    public @Nullable Asset asset(String path) {
        return pages.asset(path);
    }
}
