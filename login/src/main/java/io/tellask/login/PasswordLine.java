package io.tellask.login;

import io.tellask.remote.Principal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A user of a file of passwords, and the file as such lines. Immutable.
 *
 * @param name of the user
 * @param hash of the password
 * @param roles what the user may do
 */
record PasswordLine(String name, PasswordHash hash, Set<String> roles) {
    /** The longest name. */
    static final int MOST_NAME_CHARS = 256;

    /** The longest file. */
    static final long MOST_BYTES = 16 << 20;

    private static final int MOST_ROLES = 64;
    private static final Pattern ROLE = Pattern.compile("[\\p{Alnum}._-]{1,64}");

    Principal principal() {
        return new Principal(name, roles);
    }

    /** Refuses roles that a line cannot hold. */
    static void checkRoles(PasswordLine line) {
        if (line.roles.size() > MOST_ROLES) {
            throw new PasswordFileException(
                    "passwords: roles=" + line.roles.size() + " > limit=" + MOST_ROLES + "; give fewer");
        }
        for (String role : line.roles) {
            if (!ROLE.matcher(role).matches()) {
                throw new PasswordFileException(
                        "passwords: a role is empty, longer than 64, or has other characters than letters, digits and . _ -; rename it");
            }
        }
    }

    /** The users of a file, in its order; {@code #} begins a comment, which is lost when the file is written. */
    static Map<String, PasswordLine> readAll(Path file, boolean mayBeMissing) {
        Map<String, PasswordLine> all = new LinkedHashMap<>();
        if (mayBeMissing && Files.notExists(file)) {
            return all;
        }
        int number = 0;
        for (String text : lines(file)) {
            number++;
            if (text.isBlank() || text.startsWith("#")) {
                continue;
            }
            PasswordLine line = parse(text, file, number);
            if (all.put(line.name, line) != null) {
                throw wrong(file, number, "the user is there twice; leave one", null);
            }
        }
        return all;
    }

    private static List<String> lines(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new PasswordFileException("passwords: file=" + file + ", bytes=" + Files.size(file) + " > limit="
                        + MOST_BYTES + "; keep so many users elsewhere, behind a PasswordCheck");
            }
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new PasswordFileException(
                    "passwords: file=" + file + " cannot be read; check that it is there, and is text in UTF-8", e);
        }
    }

    private static PasswordLine parse(String text, Path file, int number) {
        String[] parts = text.split(":", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw wrong(file, number, "expected name:hash or name:hash:role,role", null);
        }
        try {
            Set<String> roles = parts.length == 2 || parts[2].isEmpty() ? Set.of() : Set.of(parts[2].split(",", -1));
            PasswordLine line =
                    new PasswordLine(UserNames.require(parts[0], MOST_NAME_CHARS), PasswordHash.parse(parts[1]), roles);
            checkRoles(line);
            return line;
        } catch (LoginException | IllegalArgumentException | PasswordFileException bad) {
            throw wrong(file, number, String.valueOf(bad.getMessage()), bad);
        }
    }

    private static PasswordFileException wrong(Path file, int number, String what, @Nullable Throwable cause) {
        return new PasswordFileException("passwords: file=" + file + ", line=" + number + ": " + what, cause);
    }

    /** Writes all of them in one step: whoever reads meanwhile sees the file before, or behind it. */
    static void writeAll(Path file, Map<String, PasswordLine> all) {
        StringBuilder text = new StringBuilder();
        all.values().forEach(line -> text.append(line.text()).append('\n'));
        Path target = file.toAbsolutePath();
        try {
            Path written = Files.createTempFile(target.getParent(), ".passwords", null); // readable by its owner alone
            try {
                Files.write(written, text.toString().getBytes(StandardCharsets.UTF_8));
                move(written, target);
            } finally {
                Files.deleteIfExists(written);
            }
        } catch (IOException e) {
            throw new PasswordFileException(
                    "passwords: file=" + file + " cannot be written; check its folder and free space", e);
        }
    }

    private static void move(Path written, Path target) throws IOException {
        try {
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException notHere) {
            Files.move(written, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private String text() {
        String first = name + ":" + hash;
        return roles.isEmpty() ? first : first + ":" + String.join(",", new TreeSet<>(roles));
    }
}
