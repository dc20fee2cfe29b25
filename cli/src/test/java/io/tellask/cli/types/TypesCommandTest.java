package io.tellask.cli.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.typescript.ContractModules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypesCommandTest {
    /** A contract. */
    public interface Bell {
        void ring(int times);
    }

    /** Another one. */
    public interface Door {
        void open(Bell bell);
    }

    /** One that a page cannot have. */
    public interface Pipe {
        void read(InputStream in);
    }

    /** No contract. */
    public record Key(int number) {}

    private static final String NAME = TypesCommandTest.class.getName();

    @TempDir
    private Path folder;

    private Path classes;
    private Path out;

    @BeforeEach
    void copyClasses() throws IOException {
        out = folder.resolve("out");
        classes = folder.resolve("classes.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(classes))) {
            for (Class<?> type : List.of(Bell.class, Door.class, Pipe.class, Key.class)) {
                String file = type.getName().replace('.', '/') + ".class";
                jar.putNextEntry(new JarEntry(file));
                try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
                    in.transferTo(jar);
                }
            }
        }
    }

    private CommandRun types(String... arguments) {
        String[] all = new String[arguments.length + 5];
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        System.arraycopy(
                new String[] {"types", "--classpath", classes.toString(), "--out", out.toString()}, 0, all, 0, 5);
        return CommandRun.of(all);
    }

    @Test
    void writesWhatTheLibraryWrites() throws IOException {
        CommandRun run = types(NAME + "$Door");

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        ContractModules expected = ContractModules.of(Door.class);
        assertThat(out.resolve(NAME + "$Door.js")).hasContent(expected.javascript());
        assertThat(out.resolve(NAME + "$Door.d.ts")).hasContent(expected.declarations());
        assertThat(run.out()).hasSize(2);
        assertThat(run.out().get(1)).startsWith(NAME + "$Door  " + expected.digest(Door.class) + "  ");
    }

    @Test
    void takesNamesAsASourceSpellsThem() {
        assertThat(types(NAME + ".Bell").exitCode()).isZero();
        assertThat(out.resolve(NAME + "$Bell.js")).exists();
    }

    @Test
    void writesSeveralContractsIntoOneModule() throws IOException {
        CommandRun run = types("--module", "contracts", "--json", NAME + "$Bell", NAME + "$Door");

        assertThat(run.exitCode()).as("%s", run.err()).isZero();
        assertThat(Files.readString(out.resolve("contracts.js"))).contains("export const Bell", "export const Door");
        assertThat(run.out())
                .hasSize(2)
                .allMatch(line -> line.matches("\\{\"contract\":\".*\",\"digest\":\"\\w{16}\",.*}"));
    }

    @Test
    void starStandsForAllContractsAndThoseRefusedAreNamed() {
        CommandRun run = types(NAME + "*");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .singleElement()
                .asString()
                .startsWith("tellask: typescript: method=" + NAME + "$Pipe.read, parameter=0");
        assertThat(out.resolve(NAME + "$Bell.js")).exists();
        assertThat(out.resolve(NAME + "$Door.d.ts")).exists();
        assertThat(out.resolve(NAME + "$Pipe.js")).doesNotExist();
        assertThat(out.resolve(NAME + "$Key.js")).doesNotExist();
        assertThat(types("io.tellask.**Bell").exitCode()).isZero();
    }

    @Test
    void namesThatMeanNothingAreRefused() {
        assertThat(types("com.acme.Nothing").err())
                .containsExactly(
                        "tellask: types: no such class: contract=com.acme.Nothing; give its full name, and what holds"
                                + " it as --classpath");
        assertThat(types("io.tellask.*").err())
                .containsExactly(
                        "tellask: types: no public interface with methods: contract=io.tellask.*; check the name, and"
                                + " what --classpath holds");
        assertThat(CommandRun.of("types", "--classpath", folder + "/no.jar", "x.Y")
                        .err())
                .singleElement()
                .asString()
                .startsWith("tellask: types: no such file: --classpath=");
    }

    @Test
    void moduleThatIsNoNameOfAFileIsWrongUsage() {
        CommandRun run = types("--module", "../up", NAME + "$Bell");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().getFirst()).contains("--module=../up is no name of a file");
    }
}
