package io.tellask.web.bundle;

import io.tellask.web.script.ModuleReference;
import io.tellask.web.script.SourceEdits;
import io.tellask.web.script.StringLiterals;
import java.util.function.UnaryOperator;

/** The text of a module for another place. Stateless. */
final class ModuleText {
    private ModuleText() {}

    /**
     * The text with other specifiers, and with its own address where it asks for it. Lines stay lines.
     *
     * @param specifiers what each target is imported by
     * @param areTypesKept whether data and styles stay what they are, so that imports of them have to say it
     */
    static String moved(GraphModule module, UnaryOperator<String> specifiers, boolean areTypesKept) {
        SourceEdits edits = new SourceEdits(module.source());
        for (int i = 0; i < module.references().size(); i++) {
            ModuleReference reference = module.references().get(i);
            if (reference.isLiteral()) {
                String target = module.targets().get(i);
                edits.replace(reference.start(), reference.end(), StringLiterals.quoted(specifiers.apply(target)));
                if (!areTypesKept && reference.type() != null && !SitePath.isExternal(target)) {
                    edits.replace(reference.end(), reference.attributesEnd(), lines(module.source(), reference));
                }
            } else if (reference.kind() == ModuleReference.Kind.ADDRESS) {
                edits.replace(reference.start(), reference.end(), address(module));
            }
        }
        return edits.toString();
    }

    private static String address(GraphModule module) {
        return module.isInPage()
                ? "document.baseURI"
                : "new URL(" + StringLiterals.quoted(SitePath.encoded(module.path())) + ",document.baseURI).href";
    }

    private static String lines(String source, ModuleReference reference) {
        long lines = source.substring(reference.end(), reference.attributesEnd())
                .chars()
                .filter(c -> c == '\n')
                .count();
        return "\n".repeat((int) lines);
    }
}
