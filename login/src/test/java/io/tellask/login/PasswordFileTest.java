package io.tellask.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.remote.Principal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of users and their passwords. */
class PasswordFileTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("users");
    }

    private void put(String name, String password, String... roles) {
        PasswordFile.put(file(), name, password, PasswordHash.LEAST_ITERATIONS, roles);
    }

    /** As if it had been written later, also where the clock of files is coarse. */
    private void touch() throws IOException {
        FileTime before = Files.getLastModifiedTime(file());
        Files.setLastModifiedTime(file(), FileTime.fromMillis(before.toMillis() + 2_000));
    }

    @Test
    void knowsThePasswordsThatWerePut() {
        put("ada", "lovelace", "admin", "user");
        put("bob", "builder");
        put("ada", "changed", "user");
        put("ada", "changed");
        PasswordFile users = PasswordFile.open(file());

        assertThat(users.check("ada", "changed")).contains(Principal.of("ada", "user"));
        assertThat(users.check("ada", "lovelace")).isEmpty();
        assertThat(users.check("bob", "builder")).contains(Principal.of("bob"));
        assertThat(users.check("eve", "builder")).isEmpty();
        assertThat(users.again(Principal.of("bob", "admin"))).contains(Principal.of("bob"));
    }

    @Test
    void userThatThereIsNotCostsAHashOfTheSameLength() {
        put("ada", "lovelace");
        List<Integer> costs = new ArrayList<>();
        PasswordFile users = PasswordFile.open(file(), (hash, password) -> {
            costs.add(hash.iterations());
            return true;
        });

        assertThat(users.check("ada", "x")).isPresent();
        assertThat(users.check("nobody", "x")).isEmpty();
        assertThat(costs).containsExactly(PasswordHash.LEAST_ITERATIONS, PasswordHash.LEAST_ITERATIONS);
    }

    @Test
    void fileIsReadableByItsOwnerAlone() throws IOException {
        put("ada", "lovelace");
        if (Files.getFileAttributeView(file(), PosixFileAttributeView.class) != null) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                    .isEqualTo("rw-------");
        }
        assertThat(Files.readString(file()))
                .startsWith("ada:$pbkdf2-sha256$i=10000$")
                .doesNotContain("lovelace");
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(file());
        }
    }

    @Test
    void changesAreSeenAtTheNextLogin() throws IOException {
        put("ada", "lovelace");
        PasswordFile users = PasswordFile.open(file());
        put("bob", "builder");
        touch();
        assertThat(users.check("bob", "builder")).isPresent();

        assertThat(PasswordFile.remove(file(), "bob")).isTrue();
        assertThat(PasswordFile.remove(file(), "bob")).isFalse();
        touch();
        assertThat(users.check("bob", "builder")).isEmpty();
        assertThat(users.again(Principal.of("bob"))).isEmpty();
    }

    @Test
    void usersStayWhereTheFileIsDamagedOrGone() throws IOException {
        put("ada", "lovelace");
        PasswordFile users = PasswordFile.open(file());
        Files.writeString(file(), "ada\n");
        touch();
        assertThat(users.check("ada", "lovelace")).isPresent();
        Files.delete(file());
        assertThat(users.check("ada", "lovelace")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ada", "ada:secret", "ada:b:c:d", ":x", "a\u202Eda:x"})
    void wrongLineIsNamedAndNotRepeated(String line) throws IOException {
        Files.writeString(file(), "# users\n\n" + line + "\n");

        assertThatThrownBy(() -> PasswordFile.open(file()))
                .isInstanceOf(PasswordFileException.class)
                .hasMessageContaining("line=3")
                .hasMessageNotContaining("secret");
    }

    @Test
    void userMayBeThereOnce() throws IOException {
        put("ada", "lovelace");
        String line = Files.readString(file());
        Files.writeString(file(), line + line);

        assertThatThrownBy(() -> PasswordFile.open(file()))
                .hasMessageContaining("line=2")
                .hasMessageContaining("twice");
    }

    @Test
    void missingFileAndFolderAreNamed() {
        assertThatThrownBy(() -> PasswordFile.open(file()))
                .isInstanceOf(PasswordFileException.class)
                .hasMessageContaining("check that it is there");
        assertThatThrownBy(() -> PasswordFile.put(folder.resolve("no/users"), "ada", "x", 10_000))
                .isInstanceOf(PasswordFileException.class)
                .hasMessageContaining("cannot be written");
    }

    @Test
    void fileOverItsLimitIsRefused() throws IOException {
        try (var channel = FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {'\n'}), PasswordLine.MOST_BYTES);
        }
        assertThatThrownBy(() -> PasswordFile.open(file())).hasMessageContaining("bytes=16777217 > limit=16777216");
    }

    @Test
    void rolesAndPasswordsHaveLimits() {
        assertThatThrownBy(() -> put("ada", "x", "a,b")).isInstanceOf(PasswordFileException.class);
        assertThatThrownBy(() -> put("ada", "x", "")).isInstanceOf(PasswordFileException.class);
        assertThatThrownBy(() -> put("ada", "")).isInstanceOf(LoginException.class);
        assertThatThrownBy(() -> put("ada", "x".repeat(1_025))).isInstanceOf(LoginException.class);
        assertThatThrownBy(() -> put("a:b", "x")).isInstanceOf(LoginException.class);
        put("ada", "x".repeat(1_024), "r".repeat(64));
        assertThat(PasswordFile.open(file()).check("ada", "x".repeat(1_024))).isPresent();
    }
}
