package io.tellask.cli.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.cli.CommandRun;
import io.tellask.login.PasswordFile;
import io.tellask.remote.Principal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tellask passwd}. */
class PasswdCommandTest {
    @TempDir
    private Path folder;

    private CommandRun put(String user, String password, String... more) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), password + "\n");
        String[] arguments = {"passwd", file(), user, "--password-file", secret.toString()};
        return CommandRun.of(Stream.of(arguments, more).flatMap(Arrays::stream).toArray(String[]::new));
    }

    private String file() {
        return folder.resolve("users").toString();
    }

    @Test
    void userIsWrittenChangedAndRemoved() throws IOException {
        assertThat(put("ada", "lovelace", "--role", "admin", "--role", "user").out())
                .containsExactly("written: user=ada, file=" + file());
        assertThat(put("ada", "changed").exitCode()).isZero();
        assertThat(PasswordFile.open(Path.of(file())).check("ada", "changed"))
                .contains(Principal.of("ada", "admin", "user"));

        assertThat(CommandRun.of("passwd", file(), "ada", "--remove").out()).containsExactly("removed: user=ada");
        CommandRun again = CommandRun.of("passwd", file(), "ada", "--remove");
        assertThat(again.exitCode()).isEqualTo(1);
        assertThat(again.err()).singleElement().asString().contains("user is not in the file: user=ada");
    }

    @Test
    void badInputIsNamed() throws IOException {
        assertThat(put("a:b", "x").err())
                .singleElement()
                .asString()
                .contains("user cannot be written", "name=a:b has a character that names must not have, at=1");
        assertThat(put("ada", "").err()).singleElement().asString().contains("password file is empty");
        assertThat(put("ada", "x", "--role", "a b").err())
                .singleElement()
                .asString()
                .contains("a role is");
        assertThat(CommandRun.of("passwd", file(), "ada").err())
                .singleElement()
                .asString()
                .contains("--password-file");
        Files.writeString(Path.of(file()), "odd\n");
        assertThat(put("ada", "x").err()).singleElement().asString().contains("line=1: expected name:hash");
    }
}
