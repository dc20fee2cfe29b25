package io.tellask.typescript.processor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.typescript.TypeScriptContract;
import io.tellask.typescript.TypeScriptException;
import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ModuleReader;
import io.tellask.typescript.writer.DeclarationWriter;
import io.tellask.typescript.writer.ScriptWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.tools.Diagnostic;
import javax.tools.FileObject;
import javax.tools.StandardLocation;

/**
 * Writes the modules of contracts that are marked with {@link TypeScriptContract}, while they are compiled, into
 * {@value #FOLDER} of the class output, so that the jar serves them. What has no form on a page is an error of the
 * compilation, at the contract.
 */
public final class TypeScriptProcessor extends AbstractProcessor {
    /** Where the modules are, within the class output. */
    public static final String FOLDER = "META-INF/resources/_tellask/";

    /** Contracts that name a type which is not there yet, and that type. */
    private final Map<String, String> waiting = new LinkedHashMap<>();

    /** For the compiler. */
    public TypeScriptProcessor() {}

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return Set.of(TypeScriptContract.class.getName());
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        for (TypeElement contract : ElementFilter.typesIn(round.getElementsAnnotatedWith(TypeScriptContract.class))) {
            waiting.put(contract.getQualifiedName().toString(), "");
        }
        if (round.processingOver()) {
            waiting.forEach(this::reportUnresolved);
        } else {
            waiting.keySet().removeIf(this::write);
        }
        return true;
    }

    private TypeElement element(String name) {
        return Objects.requireNonNull(processingEnv.getElementUtils().getTypeElement(name), name);
    }

    /** False where it names types that are not there yet. */
    private boolean write(String name) {
        TypeElement contract = element(name);
        try {
            SourceClasses classes = new SourceClasses(processingEnv.getElementUtils(), processingEnv.getTypeUtils());
            String binaryName = classes.meet(contract);
            ContractModule module = ModuleReader.read(classes, List.of(binaryName));
            write(binaryName + ".js", ScriptWriter.write(module), contract);
            write(binaryName + ".d.ts", DeclarationWriter.write(module), contract);
        } catch (SourceTypes.UnresolvedException notYet) {
            waiting.put(name, String.valueOf(notYet.getMessage()));
            return false;
        } catch (TypeScriptException refused) {
            report(String.valueOf(refused.getMessage()), contract);
        } catch (IOException failure) {
            report("typescript: contract=" + name + " cannot be written: " + failure, contract);
        }
        return true;
    }

    private void write(String file, String text, Element contract) throws IOException {
        FileObject written =
                processingEnv.getFiler().createResource(StandardLocation.CLASS_OUTPUT, "", FOLDER + file, contract);
        try (OutputStream out = written.openOutputStream()) {
            out.write(text.getBytes(UTF_8)); // whatever -encoding says
        }
    }

    private void reportUnresolved(String name, String type) {
        report(
                "typescript: contract=" + name
                        + " leads to type=" + type
                        + ", which is not found; see the other errors, or add what holds it to the"
                        + " class path",
                element(name));
    }

    private void report(String message, Element contract) {
        processingEnv.getMessager().printMessage(Diagnostic.Kind.ERROR, message, contract);
    }
}
