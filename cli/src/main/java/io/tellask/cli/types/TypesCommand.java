package io.tellask.cli.types;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.Table;
import io.tellask.text.SafeText;
import io.tellask.typescript.ContractModules;
import io.tellask.typescript.TypeScriptException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tellask types CONTRACT…}: writes the module of each contract, {@code NAME.js} and {@code NAME.d.ts}. */
@Command(
        name = "types",
        header = "Writes TypeScript types of contracts that are compiled.",
        description = {
            "For each contract NAME.js, which a page imports, and NAME.d.ts, which editors and tsc read. Javadoc is not in class"
                    + " files: the annotation processor of tellask-typescript carries it over, too.",
            "A contract that cannot be written is named on standard error, the others are written, and the exit code is 1."
        })
public final class TypesCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "CONTRACT",
            arity = "1..*",
            description =
                    "Interface, such as com.acme.Chat. In com.acme.* a star stands for any name, in com.acme.** for names"
                            + " with dots, too: then all public interfaces with methods are written.")
    private List<String> contracts = List.of();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            description = "Jars and folders of classes, as for java; what the contracts refer to as well.")
    private @Nullable String classPath;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder to write to, made if it is not there; the current one unless given.")
    private Path folder = Path.of("");

    @Option(
            names = "--module",
            paramLabel = "NAME",
            description = "Write all contracts into NAME.js and NAME.d.ts, so that they share their types.")
    private @Nullable String module;

    @Option(names = "--json", description = "Print each contract that was written as a line of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (module != null && !module.matches("[\\w@-][\\w.@-]{0,199}")) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "types: --module=" + SafeText.of(module)
                            + " is no name of a file; use letters, digits, dots and dashes");
        }
        try (ContractClasses classes = ContractClasses.open(classPath)) {
            List<Class<?>> found = classes.find(contracts);
            Files.createDirectories(folder);
            Table table = new Table("contract", "digest", "file");
            boolean all = module == null ? writeEach(found, table) : writeOne(found, module, table);
            print(table);
            return all ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
        }
    }

    private void print(Table table) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            table.printJson(out);
        } else if (!table.isEmpty()) {
            table.print(out);
        }
    }

    /** Whether all could be written. */
    private boolean writeEach(List<Class<?>> found, Table table) throws IOException {
        List<Class<?>> refused = new ArrayList<>();
        for (Class<?> contract : found) {
            if (!writeOne(List.of(contract), contract.getName(), table)) {
                refused.add(contract);
            }
        }
        return refused.isEmpty();
    }

    private boolean writeOne(List<Class<?>> found, String name, Table table) throws IOException {
        try {
            ContractModules written = ContractModules.of(found);
            Path script = folder.resolve(name + ".js");
            Files.writeString(script, written.javascript());
            Files.writeString(folder.resolve(name + ".d.ts"), written.declarations());
            found.forEach(contract -> table.add(contract.getName(), written.digest(contract), script.toString()));
            return true;
        } catch (TypeScriptException refused) {
            report(String.valueOf(refused.getMessage()));
        } catch (TypeNotPresentException | LinkageError missing) {
            report("typescript: contract=" + name + " refers to classes that are not there: " + missing
                    + "; add them to --classpath");
        }
        return false;
    }

    private void report(String message) {
        spec.commandLine().getErr().println("tellask: " + SafeText.message(message));
    }

    /** For failures of the class path. */
    static CommandFailure failure(String message) {
        return new CommandFailure("types: " + message);
    }
}
