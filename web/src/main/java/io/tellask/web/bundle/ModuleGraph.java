package io.tellask.web.bundle;

import io.tellask.text.SafeText;
import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.script.ModuleLexer;
import io.tellask.web.script.ModuleReference;
import io.tellask.web.script.ScriptSyntaxException;
import io.tellask.web.script.StringLiterals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The modules that scripts of a page need, each once, breadth first. Cycles are allowed, as in the language. Not thread-safe.
 */
final class ModuleGraph {
    private final SiteFiles files;
    private final BundleLimits limits;
    private final ModuleNames importMap;
    private final BiFunction<String, String, String> styles;
    private final Map<String, GraphModule> modules = new LinkedHashMap<>();
    private final Deque<Pending> pending = new ArrayDeque<>();

    private record Pending(String path, int depth) {}

    /**
     * @param styles makes a style that stands for itself out of the text and the path of one
     */
    ModuleGraph(
            SiteFiles files, BundleLimits limits, ModuleNames importMap, BiFunction<String, String, String> styles) {
        this.files = files;
        this.limits = limits;
        this.importMap = importMap;
        this.styles = styles;
    }

    /**
     * Adds a module of a file, with what it needs.
     *
     * @throws BundleException if one is missing or malformed, or a limit is exceeded
     */
    void addFile(String path) {
        if (!modules.containsKey(path)) {
            String text = files.text(path);
            if (text == null) {
                throw BundleException.of(Reason.MISSING, path, "module is not there; correct the src that names it");
            }
            add(path, path, text, null, 0);
            addPending();
        }
    }

    /** Adds a module that stands in a page, with what it needs; its path has a number behind {@code #}. */
    void addInPage(String path, String base, String text) {
        add(path, base, text, null, 0);
        addPending();
    }

    /** All of them, by path, those that were added first before what they need. */
    Map<String, GraphModule> modules() {
        return modules;
    }

    private void addPending() {
        for (Pending next = pending.poll(); next != null; next = pending.poll()) {
            GraphModule from = needed(next.path());
            for (int i = 0; i < from.references().size(); i++) {
                ModuleReference reference = from.references().get(i);
                if (reference.isLiteral()) {
                    addTarget(from, reference, from.targets().get(i), next.depth() + 1);
                }
            }
        }
    }

    private GraphModule needed(String path) {
        GraphModule module = modules.get(path);
        if (module == null) {
            throw new AssertionError("module of the graph is not in it");
        }
        return module;
    }

    private void addTarget(GraphModule from, ModuleReference reference, String target, int depth) {
        if (SitePath.isExternal(target) || modules.containsKey(target) || files.isElsewhere(target)) {
            return;
        }
        String text = files.text(target);
        if (text == null) {
            throw failure(
                    Reason.MISSING,
                    from,
                    reference.start(),
                    "import=\"" + SafeText.of(reference.specifier()) + "\"" + " leads to " + SafeText.of(target)
                            + ", which is not there; correct it, or add the file to the resource path");
        }
        add(target, target, text, reference.type(), depth);
    }

    private void add(String path, String base, String text, @Nullable String type, int depth) {
        limits.check(BundleLimit.MODULES, modules.size() + 1L, path);
        limits.check(BundleLimit.IMPORT_DEPTH, depth, path);
        String source = script(path, text, type);
        GraphModule unlinked = new GraphModule(path, base, text, source, references(path, source), List.of());
        List<String> targets = new ArrayList<>();
        for (ModuleReference reference : unlinked.references()) {
            targets.add(reference.isLiteral() ? target(unlinked, reference) : "");
        }
        modules.put(path, new GraphModule(path, base, text, source, unlinked.references(), targets));
        pending.add(new Pending(path, depth));
    }

    private static List<ModuleReference> references(String path, String source) {
        try {
            return ModuleLexer.references(source);
        } catch (ScriptSyntaxException e) {
            throw new BundleException(
                    Reason.SYNTAX, path, String.valueOf(e.getMessage()), SourcePlace.at(source, e.offset()), e);
        }
    }

    private String target(GraphModule from, ModuleReference reference) {
        String target = importMap.resolve(reference.specifier(), from.base());
        if (target == null) {
            throw failure(
                    Reason.MISSING,
                    from,
                    reference.start(),
                    "import=\"" + SafeText.of(reference.specifier()) + "\""
                            + " is a bare name that no import map knows; add the jar that has it, or an import map to the page");
        }
        return target;
    }

    /** What stands for data and styles among modules. */
    private String script(String path, String text, @Nullable String type) {
        if (type == null) {
            return text;
        }
        return switch (type) {
            case "json" -> {
                readJson(path, text);
                yield "export default JSON.parse(" + StringLiterals.quoted(text) + ");\n";
            }
            case "css" ->
                "const sheet = new CSSStyleSheet();\nsheet.replaceSync("
                        + StringLiterals.quoted(styles.apply(text, path)) + ");\nexport default sheet;\n";
            default ->
                throw BundleException.of(
                        Reason.SYNTAX,
                        path,
                        "type=\"" + SafeText.of(type) + "\" of an import is not known; use json or css");
        };
    }

    private static void readJson(String path, String text) {
        try {
            Json.read(text);
        } catch (IllegalArgumentException e) {
            throw new BundleException(Reason.SYNTAX, path, e.getMessage() + "; correct the file", null, e);
        }
    }

    private static BundleException failure(Reason reason, GraphModule module, int offset, String detail) {
        return new BundleException(reason, module.path(), detail, SourcePlace.at(module.source(), offset), null);
    }
}
