package io.tellask.typescript;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Chat;
import com.acme.Edges;
import io.tellask.typescript.processor.TypeScriptProcessor;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypeScriptProcessorTest {
    private static final Path SAMPLE = Path.of("src/test/java/com/acme");
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();

    private final DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();

    @TempDir
    Path folder;

    private boolean compile(List<Path> sources) throws IOException {
        try (StandardJavaFileManager files = COMPILER.getStandardFileManager(diagnostics, null, UTF_8)) {
            JavaCompiler.CompilationTask task = COMPILER.getTask(
                    new StringWriter(),
                    files,
                    diagnostics,
                    List.of("-d", folder.toString(), "-classpath", System.getProperty("java.class.path")),
                    null,
                    files.getJavaFileObjectsFromPaths(sources));
            task.setProcessors(List.of(new TypeScriptProcessor()));
            return task.call();
        }
    }

    private boolean compile(String name, String source) throws IOException {
        Path file = folder.resolve(name + ".java");
        return compile(List.of(Files.writeString(file, source)));
    }

    private String written(String file) throws IOException {
        return Files.readString(folder.resolve(TypeScriptProcessor.FOLDER + file));
    }

    @Test
    void writesWhatReflectionDoesAndJavadocBesides() throws IOException {
        try (Stream<Path> sources = Files.walk(SAMPLE)) {
            assertThat(compile(sources.filter(each -> each.toString().endsWith(".java"))
                            .toList()))
                    .as("%s", diagnostics.getDiagnostics())
                    .isTrue();
        }
        for (Class<?> contract : List.of(Chat.class, Edges.class)) {
            assertThat(written(contract.getName() + ".js"))
                    .isEqualTo(ContractModules.of(contract).javascript());
        }
        ContractModulesTest.assertGolden("com.acme.Chat.d.ts", written("com.acme.Chat.d.ts"));
    }

    @Test
    void marksWhatAPageCannotHaveAtTheContract() throws IOException {
        assertThat(compile("Reader", """
                        package com.beta;
                        @io.tellask.typescript.TypeScriptContract
                        public interface Reader {
                            void read(java.io.InputStream in);
                        }
                        """)).isFalse();
        assertThat(diagnostics.getDiagnostics()).singleElement().satisfies(error -> {
            assertThat(error.getMessage(null))
                    .isEqualTo(
                            "typescript: method=com.beta.Reader.read, parameter=0, type=java.io.InputStream stands for"
                                    + " something of its process; send the data it stands for");
            assertThat(error.getLineNumber()).isEqualTo(3);
        });
    }

    @Test
    void typeThatIsNotThereIsAnErrorOfTheCompilerAndNoCrash() throws IOException {
        assertThat(compile("Lost", """
                        package com.beta;
                        @io.tellask.typescript.TypeScriptContract
                        public interface Lost extends Nowhere {
                            void take(java.util.List<Missing> in);
                        }
                        """)).isFalse();
        assertThat(diagnostics.getDiagnostics())
                .anyMatch(error -> error.getMessage(null).contains("Missing"))
                .noneMatch(error -> error.getMessage(null).contains("Exception"));
    }

    @Test
    void classesAreNoContracts() throws IOException {
        assertThat(compile("Room", """
                        package com.beta;
                        @io.tellask.typescript.TypeScriptContract
                        public record Room(int number) {}
                        """)).isFalse();
        assertThat(diagnostics.getDiagnostics())
                .singleElement()
                .extracting(error -> error.getMessage(null))
                .isEqualTo("typescript: contract=com.beta.Room is not an interface; declare the calls in one");
    }

    /** The sample is compiled already; there it has no javadoc. */
    @Test
    void contractsMayUseThoseThatAreCompiled() throws IOException {
        assertThat(compile("Hall", """
                        package com.beta;
                        public class Hall {
                            /** Nested. */
                            @io.tellask.typescript.TypeScriptContract
                            public interface Door extends com.acme.Topic<com.acme.Result<com.acme.Line, Hall.Key>> {
                                /** Opens it by `key`. */
                                io.tellask.actor.Promise<com.acme.Chat> open(Key key);
                            }
                            public enum Key { A }
                        }
                        """)).as("%s", diagnostics.getDiagnostics()).isTrue();
        assertThat(written("com.beta.Hall$Door.js"))
                .contains("publish(com.acme.Result<com.acme.Line, com.beta.Hall$Key>)void")
                .contains("\"com.acme.Chat\": { digest: \""
                        + ContractModules.of(Chat.class).digest(Chat.class) + "\"");
        assertThat(written("com.beta.Hall$Door.d.ts")).contains("  /** Opens it by `key`. */\n");
    }
}
