package io.tellask.cli.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolvedModule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tarball, unpacked in a folder with a space and run by somebody who has no JDK: no JAVA_HOME, and nothing on the PATH. */
@Tag("slow")
@Timeout(600)
class DistributionTest {
    private static final Instant TIME = Instant.parse("2026-11-20T00:00:00Z");
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private static Path work;

    private static Path tarball;
    private static Path program;

    private record Run(int exitCode, List<String> output) {}

    @BeforeAll
    static void unpack() throws Exception {
        tarball = build(work.resolve("built"));
        Path folder = Files.createDirectories(work.resolve("un packed"));
        ChildProcess.run(List.of("tar", "xzf", tarball.toString(), "-C", folder.toString()), work);
        try (Stream<Path> files = Files.list(folder)) {
            program = files.findFirst().orElseThrow().resolve("bin").resolve("tellask");
        }
    }

    private static Path build(Path target) throws Exception {
        return new Distribution(CHECKOUT, target, classPath(), "1.2.3", TIME).write();
    }

    private static List<Path> classPath() throws Exception {
        return Files.readAllLines(Path.of("target", "classpath.txt")).stream()
                .map(Path::of)
                .toList();
    }

    private static ProcessBuilder tellask(String... words) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", work.resolve("nowhere").toString());
        return builder;
    }

    private static Run run(ProcessBuilder builder) throws Exception {
        Process process = builder.start();
        process.getOutputStream().close();
        List<String> output = process.inputReader().lines().toList();
        return new Run(process.waitFor(), output);
    }

    @Test
    void sameSourcesGiveTheSameBytes() throws Exception {
        assertThat(build(work.resolve("elsewhere"))).hasSameBinaryContentAs(tarball);
    }

    @Test
    void holdsWhatUsersNeed() {
        Path folder = program.getParent().getParent();

        for (String name : List.of("LICENSE", "NOTICE", "THIRD_PARTY.txt", "README.md", "lib/tellask.aot")) {
            assertThat(folder.resolve(name)).isNotEmptyFile();
        }
        assertThat(folder.resolve("share/man/man1/tellask-kv-get.1")).isNotEmptyFile();
        assertThat(folder.resolve("share/bash-completion/completions/tellask"))
                .content()
                .contains("complete -F _complete_tellask")
                .doesNotContain("bench");
        assertThat(folder.resolve("runtime/legal/java.base")).isNotEmptyDirectory();
        assertThat(tarball.resolveSibling("Containerfile")).content().contains("ADD tellask-*.tar.gz");
    }

    @Test
    void namesEveryBundledLibraryInItsNotices() throws Exception {
        String notices = Files.readString(CHECKOUT.resolve("cli/src/main/dist/THIRD_PARTY.txt"));

        assertThat(classPath())
                .filteredOn(entry -> entry.toString().endsWith(".jar"))
                .extracting(entry -> entry.getFileName().toString().replaceFirst("-\\d.*", "-*.jar"))
                .hasSizeGreaterThan(5)
                .allMatch(notices::contains);
    }

    @Test
    void helpNamesNoCommandOfACheckout() throws Exception {
        Run help = run(tellask("--help"));

        assertThat(help.exitCode()).as("%s", help.output()).isZero();
        assertThat(help.output().getFirst()).isEqualTo("Usage: tellask [-hV] [--verbose] [COMMAND]");
        assertThat(help.output()).noneMatch(line -> line.contains("checkout"));
    }

    @Test
    void startsThroughALink() throws Exception {
        Path link = Files.createSymbolicLink(work.resolve("link"), program);
        ProcessBuilder builder = tellask("--version").command(link.toString(), "--version");
        builder.environment().put("PATH", "/usr/bin:/bin"); // for readlink

        Run version = run(builder);

        assertThat(version.exitCode()).as("%s", version.output()).isZero();
        assertThat(version.output().getFirst()).startsWith("tellask ");
    }

    @Test
    void servesAndAnswers() throws Exception {
        Process server = tellask("serve", "--dir", work.resolve("data").toString(), "--listen", "tellask://127.0.0.1:0")
                .start();
        try {
            BufferedReader output = server.inputReader();
            String line = output.readLine();
            while (line != null && !line.startsWith("listening on ")) {
                line = output.readLine();
            }
            assertThat(line).isNotNull();
            String address = line.replaceFirst("listening on (\\S+?),.*", "$1");
            Run put = run(tellask("kv", "put", "map", "key", "{\"value\":1}", "--server", address));
            assertThat(put.exitCode()).as("%s", put.output()).isZero();
            Path log = work.resolve("classes.txt");
            ProcessBuilder get = tellask("kv", "get", "map", "key", "--server", address);
            get.environment().put("TELLASK_JAVA_OPTIONS", "-Xlog:class+load:file=" + log);

            assertThat(run(get)).isEqualTo(new Run(0, List.of("{\"value\":1}")));
            List<String> loaded = Files.readAllLines(log);
            assertThat(loaded).hasSizeGreaterThan(1_000);
            assertThat(loaded)
                    .as("classes that are not in the cache; './tellask dist --classes' lists them anew")
                    .filteredOn(each -> each.contains(" source: file:") || each.contains(" source: jrt:"))
                    .hasSizeLessThan(loaded.size() / 20);
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    /** The modules that the class path uses, as the JDK's own tool finds them, are in the runtime. */
    @Test
    void runtimeHasTheModulesThatTheProgramUses() throws Exception {
        StringWriter found = new StringWriter();
        List<String> arguments = new ArrayList<>(
                List.of("--print-module-deps", "--ignore-missing-deps", "--multi-release", "25", "--module-path"));
        arguments.add(classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        classPath().forEach(entry -> arguments.add(entry.toString()));
        int exitCode = ToolProvider.findFirst("jdeps")
                .orElseThrow()
                .run(new PrintWriter(found), new PrintWriter(found), arguments.toArray(String[]::new));

        assertThat(exitCode).as("%s", found).isZero();
        assertThat(resolved(RuntimeImage.MODULES))
                .containsAll(resolved(
                        List.of(found.toString().lines().toList().getLast().split(","))));
    }

    private static Set<String> resolved(List<String> modules) {
        return Configuration.empty().resolve(ModuleFinder.ofSystem(), ModuleFinder.of(), modules).modules().stream()
                .map(ResolvedModule::name)
                .collect(Collectors.toSet());
    }
}
