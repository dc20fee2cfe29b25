package io.tellask.web.content;

import io.tellask.web.resources.ImportMap;
import io.tellask.web.resources.ImportMapException;
import io.tellask.web.resources.Resource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Pages as they were written, but for the import map of the site, which goes into their head or takes the place of their own that it contains.
 * Immutable and thread-safe.
 */
public final class PlainPages implements PageSource {
    /** The most scripts and styles of a page that its policy lists: {@value}. */
    static final int MOST_INLINES = 64;

    private final ImportMap map;

    /** @param map that pages get; nothing where it is empty */
    public PlainPages(ImportMap map) {
        this.map = map;
    }

    private record State(String root, long size, long modifiedMillis, String tag) {}

    @Override
    public Page page(Resource html) {
        byte[] bytes = html.bytes();
        String page = new String(bytes, StandardCharsets.ISO_8859_1); // a character for a byte
        byte[] made = withMap(html.path(), page).getBytes(StandardCharsets.ISO_8859_1);
        State state = new State(html.root(), html.size(), html.modifiedMillis(), Sha256.tag(Sha256.of(made)));
        return new Page(made, state, inlineHashes(new String(made, StandardCharsets.ISO_8859_1)));
    }

    private String withMap(String path, String page) {
        HtmlScan scan = HtmlScan.of(page);
        HtmlScan.Inline own = scan.inlines().stream()
                .filter(inline -> inline.type().equals("importmap"))
                .findFirst()
                .orElse(null);
        if (own != null) {
            return page.substring(0, own.begin()) + json(merged(path, page, own)) + page.substring(own.end());
        }
        if (map.imports().isEmpty()) {
            return page;
        }
        int head = scan.head(); // before all scripts
        return page.substring(0, head) + "<script type=\"importmap\">" + json(map) + "</script>" + page.substring(head);
    }

    private ImportMap merged(String path, String page, HtmlScan.Inline own) {
        try {
            byte[] json = page.substring(own.begin(), own.end()).getBytes(StandardCharsets.ISO_8859_1);
            return ImportMap.parse(json).or(map);
        } catch (ImportMapException malformed) {
            throw new PageException("page " + path + ": " + malformed.getMessage());
        }
    }

    private static String json(ImportMap map) {
        return new String(map.toJson().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    /** Hashes of what is inside a page, with the line breaks that browsers make of it. */
    static List<String> inlineHashes(String page) {
        List<String> hashes = new ArrayList<>();
        for (HtmlScan.Inline inline : HtmlScan.of(page).inlines()) {
            String text = page.substring(inline.begin(), inline.end())
                    .replace("\r\n", "\n")
                    .replace('\r', '\n');
            if (!text.isEmpty() && hashes.size() < MOST_INLINES) {
                hashes.add((inline.type().equals("style") ? "style " : "script ")
                        + Sha256.source(text.getBytes(StandardCharsets.ISO_8859_1)));
            }
        }
        return hashes;
    }
}
