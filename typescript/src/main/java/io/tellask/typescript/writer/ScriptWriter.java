package io.tellask.typescript.writer;

import static io.tellask.typescript.shape.ExpressionTexts.quoted;

import io.tellask.text.SafeText;
import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ExpressionTexts;
import io.tellask.typescript.shape.ModuleEntry;
import io.tellask.typescript.shape.ModuleEntry.Choice;
import io.tellask.typescript.shape.ModuleEntry.Constants;
import io.tellask.typescript.shape.ModuleEntry.Contract;
import io.tellask.typescript.shape.ModuleEntry.Fields;
import io.tellask.typescript.shape.ModuleEntry.Method;
import io.tellask.typescript.shape.ShapeDigest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes the JavaScript of a module: the description by which the client converts. Equal modules give equal bytes. Stateless. */
public final class ScriptWriter {
    private ScriptWriter() {}

    /** The text of {@code NAME.js}. */
    public static String write(ContractModule module) {
        DeclaredNames names = new DeclaredNames(module);
        StringBuilder script = new StringBuilder(header(module)).append("const types = {\n");
        for (ModuleEntry entry : module.entries().values()) {
            script.append("  ").append(property(entry.name())).append(": ");
            script.append(entry(module, entry)).append(",\n");
        }
        script.append("};\n");
        for (ModuleEntry entry : module.entries().values()) {
            if (entry instanceof Contract) {
                script.append("export const ").append(names.of(entry.name()));
                script.append(" = { contract: ").append(quoted(entry.name())).append(", types };\n");
            }
        }
        return script.toString();
    }

    /** The line that says where the text is from. */
    static String header(ContractModule module) {
        return "// Written by Tellask from "
                + module.contracts().stream().map(SafeText::of).collect(Collectors.joining(", "))
                + "; changes are lost.\n";
    }

    private static String entry(ContractModule module, ModuleEntry entry) {
        return switch (entry) {
            case Fields fields -> "{ record: " + object(fields.fields()) + " }";
            case Constants constants ->
                "{ enum: "
                        + list(constants.constants().stream()
                                .map(ExpressionTexts::quoted)
                                .toList()) + " }";
            case Choice choice ->
                "{ sealed: "
                        + list(choice.choices().stream()
                                .map(ExpressionTexts::text)
                                .toList()) + " }";
            case Contract contract -> contract(module, contract);
        };
    }

    private static String object(List<ModuleEntry.Field> fields) {
        return fields.isEmpty()
                ? "{}"
                : fields.stream()
                        .map(field -> property(field.name()) + ": " + ExpressionTexts.text(field.type()))
                        .collect(Collectors.joining(", ", "{ ", " }"));
    }

    /** A key of an object literal; {@code __proto__} would set the prototype if it stood there by itself. */
    private static String property(String name) {
        if (name.equals("__proto__")) {
            return "[\"__proto__\"]";
        }
        return name.matches("[A-Za-z_$][A-Za-z0-9_$]*") ? name : quoted(name);
    }

    private static String list(List<String> items) {
        return items.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    private static String contract(ContractModule module, Contract contract) {
        String digest = quoted(ShapeDigest.hex(module, contract.name()));
        if (contract.methods().isEmpty()) {
            return "{ digest: " + digest + ", methods: [] }";
        }
        return contract.methods().stream()
                .map(ScriptWriter::method)
                .collect(Collectors.joining("", "{ digest: " + digest + ", methods: [\n", "  ] }"));
    }

    private static String method(Method method) {
        StringBuilder text = new StringBuilder("    { name: ").append(quoted(method.name()));
        text.append(", signature: ").append(quoted(method.signature()));
        text.append(", kind: ").append(quoted(method.kind().name().toLowerCase(Locale.ROOT)));
        text.append(", parameters: ")
                .append(list(method.parameters().stream()
                        .map(parameter -> ExpressionTexts.text(parameter.type()))
                        .toList()));
        if (method.kind() != io.tellask.typescript.model.MethodShape.Kind.TELL) {
            text.append(", result: ").append(ExpressionTexts.text(method.result()));
        }
        if (method.isOptional()) {
            text.append(", optional: true");
        }
        return text.append(" },\n").toString();
    }
}
