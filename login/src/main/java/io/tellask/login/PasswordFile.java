package io.tellask.login;

import io.tellask.remote.Principal;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Users of a file, a line each: {@code name:hash}, or {@code name:hash:role,role}, as {@code tellask passwd FILE USER} writes them. The hash is PBKDF2 with
 * HMAC-SHA-256. A file that has changed is read again at the next login; where that fails, the users stay as they were, and the log says so.
 *
 * <p>A user that there is not takes the time of one that there is. Thread-safe.
 */
public final class PasswordFile implements PasswordCheck {
    /** The longest password, in characters. */
    public static final int MOST_PASSWORD_CHARS = 1_024;

    private static final Logger LOG = System.getLogger("io.tellask.login");

    private final Path file;
    private final BiPredicate<PasswordHash, String> matches;
    private volatile Users users;

    /** What the file held, and how it was then. */
    private record Users(Map<String, PasswordLine> byName, PasswordHash nobody, FileTime changed, long bytes) {}

    private PasswordFile(Path file, BiPredicate<PasswordHash, String> matches) {
        this.file = file;
        this.matches = matches;
        users = read(file);
    }

    /**
     * Reads a file.
     *
     * @throws PasswordFileException if it cannot be read, or a line is wrong
     */
    public static PasswordFile open(Path file) {
        return open(file, PasswordHash::matches);
    }

    static PasswordFile open(Path file, BiPredicate<PasswordHash, String> matches) {
        return new PasswordFile(Objects.requireNonNull(file, "file"), matches);
    }

    /**
     * Adds a user to a file, which need not be there, or gives one another password. The file is readable by its owner alone.
     *
     * @param roles of letters, digits and {@code . _ -}; none: those that the user had
     * @throws LoginException if the name is none, or the password is empty or too long
     * @throws PasswordFileException if the file cannot be read or written, or a line or role is wrong
     */
    public static void put(Path file, String name, String password, String... roles) {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(password, "password");
        Objects.requireNonNull(roles, "roles");
        put(file, name, password, PasswordHash.ITERATIONS, roles);
    }

    static void put(Path file, String name, String password, int iterations, String... roles) {
        if (password.isEmpty() || password.length() > MOST_PASSWORD_CHARS) {
            throw new LoginException(
                    LoginException.Problem.WRONG_PASSWORD,
                    "password has " + password.length() + " characters, expected 1 to " + MOST_PASSWORD_CHARS);
        }
        String composed = UserNames.require(name, PasswordLine.MOST_NAME_CHARS);
        Map<String, PasswordLine> all = PasswordLine.readAll(file, true);
        PasswordLine before = all.get(composed);
        PasswordLine line = new PasswordLine(
                composed,
                PasswordHash.of(password, iterations),
                roles.length == 0 && before != null ? before.roles() : Set.of(roles));
        PasswordLine.checkRoles(line);
        all.put(composed, line);
        PasswordLine.writeAll(file, all);
    }

    /** Removes a user from a file; false if it is not there. */
    public static boolean remove(Path file, String name) {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(name, "name");
        Map<String, PasswordLine> all = PasswordLine.readAll(file, false);
        boolean known = all.remove(name) != null;
        if (known) {
            PasswordLine.writeAll(file, all);
        }
        return known;
    }

    @Override
    public Optional<Principal> check(String user, String password) {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(password, "password");
        Users now = current();
        PasswordLine line = now.byName.get(user);
        boolean right = matches.test(line == null ? now.nobody : line.hash(), password);
        return right && line != null ? Optional.of(line.principal()) : Optional.empty();
    }

    @Override
    public Optional<Principal> again(Principal before) {
        Objects.requireNonNull(before, "before");
        return Optional.ofNullable(current().byName.get(before.name())).map(PasswordLine::principal);
    }

    private Users current() {
        Users known = users;
        if (hasChanged(known)) {
            synchronized (this) {
                if (hasChanged(users)) {
                    users = readAgain(users);
                }
                known = users;
            }
        }
        return known;
    }

    private boolean hasChanged(Users known) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return !now.lastModifiedTime().equals(known.changed) || now.size() != known.bytes;
        } catch (IOException gone) {
            LOG.log(Level.WARNING, "passwords: the file cannot be looked at, its users stay as they were", gone);
            return false;
        }
    }

    private Users readAgain(Users before) {
        try {
            return read(file);
        } catch (PasswordFileException wrong) {
            LOG.log(Level.WARNING, "passwords: the file has changed and is wrong, its users stay as they were", wrong);
            return before;
        }
    }

    private static Users read(Path file) {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            Map<String, PasswordLine> lines = PasswordLine.readAll(file, false);
            int iterations = lines.values().stream()
                    .mapToInt(line -> line.hash().iterations())
                    .max()
                    .orElse(PasswordHash.ITERATIONS);
            return new Users(lines, PasswordHash.ofNobody(iterations), now.lastModifiedTime(), now.size());
        } catch (IOException e) {
            throw new PasswordFileException("passwords: file=" + file + " cannot be read; check that it is there", e);
        }
    }
}
