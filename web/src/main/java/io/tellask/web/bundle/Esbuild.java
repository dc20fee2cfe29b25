package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.esbuild.EsbuildBinary;
import io.tellask.web.esbuild.EsbuildException;
import io.tellask.web.esbuild.EsbuildRun;
import io.tellask.web.script.StringLiterals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes one script of modules, and minifies styles and scripts, by the program esbuild.
 *
 * <p>The program sees no site and looks up nothing: the modules come from the graph, each under a number, and name each other by it.
 * Thread-safe.
 */
final class Esbuild {
    private static final Pattern ERROR = Pattern.compile("\\[ERROR] ([^\n]*)\n\n\\s*m(\\d+)\\.js:(\\d+):(\\d+):");
    private static final Pattern ANY_ERROR = Pattern.compile("\\[ERROR] ([^\n]*)");

    private final EsbuildBinary binary;
    private final EsbuildRun runs;

    Esbuild(EsbuildBinary binary, BundleLimits limits) {
        this.binary = binary;
        this.runs = new EsbuildRun(
                binary,
                limits.of(BundleLimit.TOOL_RUNS),
                limits.of(BundleLimit.TOOL_MILLIS),
                limits.of(BundleLimit.TOOL_BYTES));
    }

    String origin() {
        return binary.origin();
    }

    /**
     * Makes one script of all modules, and minifies styles.
     *
     * @param page path of the page, for messages
     * @param modules of the page; empty for none
     * @param entries paths of those that the page begins with, in order
     * @param styles to be minified, without imports of the site
     * @throws BundleException if a module has an error, or the program fails
     */
    CombinedCode combined(
            String page, Map<String, GraphModule> modules, Collection<String> entries, List<String> styles) {
        if (modules.isEmpty() && styles.isEmpty()) {
            return new CombinedCode(null, null, List.of());
        }
        List<GraphModule> numbered = List.copyOf(modules.values());
        List<String> arguments = new ArrayList<>();
        if (!modules.isEmpty()) {
            arguments.add("entry.js");
        }
        for (int i = 0; i < styles.size(); i++) {
            arguments.add("s" + i + ".css");
        }
        outside(numbered, modules.keySet()).forEach(path -> arguments.add("--external:" + path));
        arguments.addAll(List.of(
                "--bundle",
                "--minify",
                "--format=esm",
                "--outdir=out",
                "--packages=external",
                "--external:" + StyleInliner.KEPT + "*",
                "--external:" + BundleAsset.PREFIX + "*",
                "--sourcemap=external",
                "--sources-content=false",
                "--charset=utf8",
                "--tsconfig-raw={}",
                "--log-level=error",
                "--log-limit=5",
                "--color=false"));
        try {
            return runs.run(
                    arguments,
                    work -> write(work, numbered, entries, styles),
                    outcome -> read(page, outcome, numbered, styles.size()));
        } catch (EsbuildException e) {
            throw new BundleException(Reason.TOOL, page, String.valueOf(e.getMessage()), null, e);
        }
    }

    /**
     * Minifies scripts that are no modules; their own names stay.
     *
     * @return in order; null if one of them has an error, which is the browser's to tell
     * @throws BundleException if the program fails
     */
    @Nullable
    List<String> minified(String page, List<String> scripts) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < scripts.size(); i++) {
            arguments.add("p" + i + ".js");
        }
        arguments.addAll(List.of(
                "--minify",
                "--outdir=out",
                "--charset=utf8",
                "--tsconfig-raw={}",
                "--log-level=error",
                "--color=false"));
        try {
            Optional<List<String>> minified = runs.run(
                    arguments,
                    work -> writeAll(work, "p", ".js", scripts),
                    outcome -> outcome.status() == 0
                            ? Optional.of(readAll(outcome.work(), "p", ".js", scripts.size()))
                            : Optional.empty());
            return minified.orElse(null);
        } catch (EsbuildException e) {
            throw new BundleException(Reason.TOOL, page, String.valueOf(e.getMessage()), null, e);
        }
    }

    /** Paths of the site that modules import and that are no files. */
    private static List<String> outside(List<GraphModule> modules, Set<String> files) {
        return modules.stream()
                .flatMap(module -> module.targets().stream())
                .filter(target -> target.startsWith("/") && !files.contains(target))
                .map(SitePath::encoded)
                .distinct()
                .toList();
    }

    private static void write(Path work, List<GraphModule> modules, Collection<String> entries, List<String> styles)
            throws IOException {
        // without one, that of a folder above would be looked for
        Files.writeString(work.resolve("package.json"), "{}");
        Map<String, String> names = new HashMap<>();
        for (int i = 0; i < modules.size(); i++) {
            names.put(modules.get(i).path(), "./m" + i + ".js");
        }
        for (GraphModule module : modules) {
            String text = ModuleText.moved(
                    module, target -> names.getOrDefault(target, SeparateModules.specifier(target)), false);
            Files.writeString(work.resolve(named(names, module.path())), text);
        }
        if (!modules.isEmpty()) {
            writeEntry(
                    work,
                    entries.stream()
                            .map(path -> "import " + StringLiterals.quoted(named(names, path)) + ";\n")
                            .toList());
        }
        writeAll(work, "s", ".css", styles);
    }

    /**
     * Several modules of a page begin in their order, and none waits for another to end or stops it by failing, as in a browser. Within one
     * module esbuild would put them behind each other, so each is loaded by itself; that each awaits something lets all begin at once.
     */
    private static void writeEntry(Path work, List<String> imports) throws IOException {
        if (imports.size() == 1) {
            Files.writeString(work.resolve("entry.js"), imports.getFirst());
            return;
        }
        StringBuilder entry = new StringBuilder();
        for (int i = 0; i < imports.size(); i++) {
            entry.append("import(\"./e").append(i).append(".js\");\n");
        }
        Files.writeString(work.resolve("entry.js"), entry);
        writeAll(
                work,
                "e",
                ".js",
                imports.stream().map(each -> each + "await 0;\n").toList());
    }

    private static String named(Map<String, String> names, String path) {
        return String.valueOf(names.get(path));
    }

    private static void writeAll(Path work, String prefix, String extension, List<String> texts) throws IOException {
        for (int i = 0; i < texts.size(); i++) {
            Files.writeString(work.resolve(prefix + i + extension), texts.get(i));
        }
    }

    private static List<String> readAll(Path work, String prefix, String extension, int count) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(Files.readString(work.resolve("out").resolve(prefix + i + extension))
                    .strip());
        }
        return texts;
    }

    private static CombinedCode read(String page, EsbuildRun.Outcome outcome, List<GraphModule> modules, int styles)
            throws IOException {
        if (outcome.status() != 0) {
            throw failure(page, outcome, modules);
        }
        List<String> minified = readAll(outcome.work(), "s", ".css", styles);
        if (modules.isEmpty()) {
            return new CombinedCode(null, null, minified);
        }
        Path out = outcome.work().resolve("out");
        String map = SourceMaps.named(Files.readString(out.resolve("entry.js.map")), modules);
        return new CombinedCode(Files.readString(out.resolve("entry.js")).strip(), map, minified);
    }

    private static BundleException failure(String page, EsbuildRun.Outcome outcome, List<GraphModule> modules) {
        Matcher error = ERROR.matcher(outcome.messages());
        if (error.find() && Integer.parseInt(error.group(2)) < modules.size()) {
            GraphModule module = modules.get(Integer.parseInt(error.group(2)));
            SourcePlace place = SourcePlace.of(
                    module.source(), Integer.parseInt(error.group(3)), Integer.parseInt(error.group(4)) + 1);
            return new BundleException(
                    Reason.SYNTAX, module.path(), error.group(1) + "; correct the module", place, null);
        }
        Matcher any = ANY_ERROR.matcher(outcome.messages());
        String said = any.find()
                ? any.group(1)
                : outcome.messages().isBlank()
                        ? "no message"
                        : outcome.messages().strip();
        return BundleException.of(Reason.TOOL, page, "esbuild ended with status=" + outcome.status() + ": " + said);
    }
}
