package io.tellask.web.bundle;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The scripts of a page that are no modules, in the order they run in; and the elements of modules.
 *
 * <p>One that the browser waits for becomes part of the page where it stands. One with {@code defer} or {@code async} runs at the end of
 * the page: scripts in the page know neither, and a script at the end sees the same document. Behind a module {@code defer} has to wait
 * for it, so there the script stays a file. So does one that asks which element it is in, or that the parser would end in its middle.
 * Not thread-safe.
 */
final class PageScripts {
    private static final Set<String> TYPES = Set.of(
            "",
            "text/javascript",
            "application/javascript",
            "text/ecmascript",
            "application/ecmascript",
            "application/x-javascript");
    private static final Pattern END = Pattern.compile("(?i)</(?=script)");

    private final BuildContext context;
    private final List<Element> plain = new ArrayList<>();
    private final List<Element> modules = new ArrayList<>();
    private final List<Element> importMaps = new ArrayList<>();
    private boolean isModuleOrderMixed;
    private boolean isFileBehindModule;

    PageScripts(BuildContext context) {
        this.context = context;
    }

    /** Takes the scripts of a page, and makes those part of it that are no modules. */
    void inline(Document page) {
        List<Element> atEnd = new ArrayList<>();
        for (Element script : List.copyOf(page.select("script"))) {
            boolean isInert = script.parents().stream().anyMatch(parent -> parent.nameIs("template"));
            String type = script.attr("type").strip().toLowerCase(Locale.ROOT);
            if (isInert) {
                continue;
            }
            switch (type) {
                case "module" -> addModule(script);
                case "importmap" -> importMaps.add(script);
                default -> {
                    if (TYPES.contains(type)) {
                        inlinePlain(script, atEnd);
                    }
                }
            }
        }
        atEnd.forEach(page.body()::appendChild);
    }

    /** Elements of scripts that are part of the page and no modules. */
    List<Element> plain() {
        return plain;
    }

    /** Elements of modules, in their order. */
    List<Element> modules() {
        return modules;
    }

    List<Element> importMaps() {
        return importMaps;
    }

    /** Whether modules have to run before and behind a script that stays a file, so that they cannot become one. */
    boolean isModuleOrderMixed() {
        return isModuleOrderMixed;
    }

    /** Puts a script into an element, so that it does not end it. */
    static void setText(Element script, String text) {
        script.empty();
        script.appendChild(new DataNode(END.matcher(text).replaceAll("<\\\\/")));
    }

    /** Whether a browser would read on behind the script's own end, since this text opens a comment and a script in it. */
    static boolean swallowsPage(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return lower.contains("<!--") && lower.contains("<script");
    }

    private void addModule(Element script) {
        String path = SitePath.resolve(context.base(), script.attr("src"));
        if (script.hasAttr("src") && (path == null || context.files().isElsewhere(path))) {
            isFileBehindModule |= !modules.isEmpty();
            return;
        }
        isModuleOrderMixed |= isFileBehindModule && !script.hasAttr("async");
        modules.add(script);
    }

    private void inlinePlain(Element script, List<Element> atEnd) {
        if (script.hasAttr("nomodule")) {
            return;
        }
        if (!script.hasAttr("src")) {
            script.removeAttr("nonce");
            plain.add(script);
            return;
        }
        boolean isAsync = script.hasAttr("async");
        boolean isDeferred = script.hasAttr("defer") && !isAsync;
        boolean isInPage = !(isDeferred && !modules.isEmpty()) && inlineFile(script);
        if (isInPage && (isAsync || isDeferred)) {
            atEnd.add(script);
        } else if (!isInPage) {
            isFileBehindModule |= isDeferred && !modules.isEmpty();
            linkFile(script);
        }
        script.removeAttr(isInPage ? "async" : "nonce");
        if (isInPage) {
            script.removeAttr("defer");
        }
    }

    /** Makes a file part of the page; false if it has to stay one. */
    private boolean inlineFile(Element script) {
        String path = SitePath.resolve(context.base(), script.attr("src"));
        byte[] bytes = path == null ? null : context.files().bytes(path);
        String text = path == null || bytes == null ? null : context.files().text(path);
        if (path == null || bytes == null || text == null) {
            return false;
        }
        Integrity.check(script, path, bytes);
        if (text.contains("currentScript")
                || swallowsPage(text)
                || script.hasAttr("charset") && !script.attr("charset").equalsIgnoreCase("utf-8")
                || bytes.length > context.limits().of(BundleLimit.INLINE_CODE_BYTES)) {
            return false;
        }
        for (String name :
                List.of("src", "integrity", "crossorigin", "charset", "nonce", "referrerpolicy", "fetchpriority")) {
            script.removeAttr(name);
        }
        setText(script, text);
        context.assets().markInPage(path);
        plain.add(script);
        return true;
    }

    /** Lets it name a file of the bundle; one that asks for its own address stays where it is. */
    private void linkFile(Element script) {
        String path = SitePath.resolve(context.base(), script.attr("src"));
        if (path == null) {
            return;
        }
        byte[] bytes = context.files().bytes(path);
        String text = context.files().text(path);
        if (bytes == null || text == null) {
            context.warn(path + ": script is no file of the site; named by " + context.path() + ", left as it is");
        } else if (!text.contains("currentScript")) {
            script.attr("src", context.assets().addFile(path, "text/javascript; charset=utf-8", bytes));
        }
    }
}
