package io.tellask.typescript.writer;

import static io.tellask.typescript.shape.ExpressionTexts.quoted;

import io.tellask.text.SafeText;
import io.tellask.typescript.model.MethodShape;
import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ExpressionTexts;
import io.tellask.typescript.shape.ModuleEntry;
import io.tellask.typescript.shape.ModuleEntry.Argument;
import io.tellask.typescript.shape.ModuleEntry.Choice;
import io.tellask.typescript.shape.ModuleEntry.Constants;
import io.tellask.typescript.shape.ModuleEntry.Contract;
import io.tellask.typescript.shape.ModuleEntry.Fields;
import io.tellask.typescript.shape.ModuleEntry.Method;
import io.tellask.typescript.shape.TypeExpression;
import io.tellask.typescript.shape.TypeExpression.Compound;
import io.tellask.typescript.shape.TypeExpression.Form;
import io.tellask.typescript.shape.TypeExpression.Named;
import io.tellask.typescript.writer.TypeTexts.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the declarations of a module in TypeScript. Equal modules give equal bytes. Not thread-safe. */
public final class DeclarationWriter {
    private static final String IMPORTS = "import type { Contract, Remote, Stream } from \"@tellask/client\";\n";

    private final ContractModule module;
    private final DeclaredNames names;
    private final TypeTexts types;
    private final StringBuilder text = new StringBuilder();

    private DeclarationWriter(ContractModule module) {
        this.module = module;
        names = new DeclaredNames(module);
        types = new TypeTexts(module, names);
    }

    /** The text of {@code NAME.d.ts}. */
    public static String write(ContractModule module) {
        return new DeclarationWriter(module).text();
    }

    private String text() {
        text.append(ScriptWriter.header(module)).append(IMPORTS);
        for (ModuleEntry entry : module.entries().values()) {
            text.append('\n');
            switch (entry) {
                case Contract contract -> add(contract);
                case Fields fields -> add(fields);
                case Constants constants -> add(constants);
                case Choice choice -> add(choice);
            }
        }
        return text.toString();
    }

    private void add(Contract contract) {
        String name = names.of(contract.name());
        DocComment.of(contract.documentation()).write(text, "");
        text.append("export interface ").append(name).append(" {\n");
        for (Method method : contract.methods()) {
            DocComment.of(method.documentation()).write(text, "  ");
            text.append("  ").append(method(method)).append(";\n");
        }
        for (String leftOut : contract.leftOut()) {
            text.append("  // Left out: ").append(SafeText.of(leftOut)).append(".\n");
        }
        text.append("}\n");
        text.append("export declare const ").append(name).append(": Contract<");
        text.append(name).append(">;\n");
    }

    private String method(Method method) {
        List<String> parameterNames = DeclaredNames.parameters(
                method.parameters().stream().map(Argument::name).toList());
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < parameterNames.size(); i++) {
            TypeExpression type = method.parameters().get(i).type();
            parameters.add(parameterNames.get(i) + ": " + types.text(type, Direction.SENT, List.of()));
        }
        String result = types.text(method.result(), Direction.RECEIVED, List.of());
        String returned = method.kind() == MethodShape.Kind.TELL
                ? "void"
                : (method.kind() == MethodShape.Kind.STREAM ? "Stream<" : "Promise<") + result + ">";
        return property(method.name()) + "(" + String.join(", ", parameters) + "): " + returned;
    }

    private static String property(String name) {
        return DeclaredNames.isIdentifier(name) ? name : quoted(name);
    }

    private void add(Fields fields) {
        DocComment documentation = DocComment.of(fields.documentation());
        List<String> variables = names.variables(fields.variables());
        documentation.withoutParameters().write(text, "");
        text.append("export interface ")
                .append(declared(fields.name(), variables))
                .append(" {\n");
        for (ModuleEntry.Field field : fields.fields()) {
            DocComment own = DocComment.of(field.documentation());
            (own.isEmpty() ? documentation.ofParameter(field.name()) : own).write(text, "  ");
            boolean isOptional = field.type() instanceof Compound compound && compound.form() == Form.OPTIONAL;
            text.append("  ").append(property(field.name())).append(isOptional ? "?: " : ": ");
            text.append(types.text(field.type(), Direction.BOTH, variables)).append(";\n");
        }
        text.append("}\n");
    }

    private String declared(String className, List<String> variables) {
        return names.of(className) + (variables.isEmpty() ? "" : "<" + String.join(", ", variables) + ">");
    }

    private void add(Constants constants) {
        DocComment.of(constants.documentation()).write(text, "");
        text.append("export type ").append(names.of(constants.name())).append(" = ");
        text.append(
                constants.constants().isEmpty()
                        ? "never"
                        : constants.constants().stream()
                                .map(ExpressionTexts::quoted)
                                .collect(Collectors.joining(" | ")));
        text.append(";\n");
    }

    private void add(Choice choice) {
        DocComment.of(choice.documentation()).withoutParameters().write(text, "");
        List<String> variables = names.variables(choice.variables());
        text.append("export type ")
                .append(declared(choice.name(), variables))
                .append(choice.choices().isEmpty() ? " = never" : " =");
        for (TypeExpression each : choice.choices()) {
            text.append("\n  | ").append(choice((Named) each, variables));
        }
        text.append(";\n");
    }

    /** Told from the others by {@code @class}; a sealed type brings those of its own choices. */
    private String choice(Named named, List<String> variables) {
        String type = types.text(named, Direction.BOTH, variables);
        String note = "{ \"@class\": " + quoted(named.className());
        return switch (module.entry(named.className())) {
            case Fields _ -> "(" + note + " } & " + type + ")";
            case Constants _ -> note + "; \"@value\": " + type + " }";
            case Choice _, Contract _ -> type;
        };
    }
}
