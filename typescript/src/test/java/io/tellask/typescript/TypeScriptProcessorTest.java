package io.tellask.typescript;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(written("com.acme.Chat.js"))
                .isEqualTo(ContractModules.of(com.acme.Chat.class).javascript());
        ContractModulesTest.assertGolden("com.acme.Chat.d.ts", written("com.acme.Chat.d.ts"));
    }
}
