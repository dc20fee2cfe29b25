package io.tellask.web.bundle;

import io.tellask.web.script.ModuleReference;
import java.util.List;

/**
 * A module of a page. Immutable.
 *
 * @param path of its file; of a script in the page, that of the page with a number behind {@code #}
 * @param base path that its imports are relative to
 * @param original as the file has it, for source maps
 * @param source the script: of JSON and styles, what stands for them
 * @param references of the source
 * @param targets where each reference leads: path of a module of the graph, or an address elsewhere; empty for those without a specifier
 */
record GraphModule(
        String path,
        String base,
        String original,
        String source,
        List<ModuleReference> references,
        List<String> targets) {
    /** Whether it loads or asks for what only it knows, so that it has to keep its address. */
    boolean isComputing() {
        return references.stream()
                .anyMatch(reference -> reference.kind() == ModuleReference.Kind.COMPUTED
                        || reference.kind() == ModuleReference.Kind.META);
    }

    /** Whether it is a script in the page. */
    boolean isInPage() {
        return path.indexOf('#') >= 0;
    }
}
