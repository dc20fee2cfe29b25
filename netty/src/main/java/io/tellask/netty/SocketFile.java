package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The file that a socket listens at: readable and writable by its owner only, and deleted at the end. Thread-safe.
 *
 * <p>The socket is bound within a directory that only its owner may enter, and gets its name when its permissions are set: at no time can
 * anybody else connect. The name is a link, which fails where another process was faster. A file that a process left behind is first moved
 * into that directory; if somebody listens there all the same, it gets its name back.
 */
final class SocketFile {
    private static final int MOST_TRIES = 100;

    private final ServerSocketChannel channel;
    private final Path path;
    private final @Nullable Object key;

    private SocketFile(ServerSocketChannel channel, Path path, @Nullable Object key) {
        this.channel = channel;
        this.path = path;
        this.key = key;
    }

    ServerSocketChannel channel() {
        return channel;
    }

    static SocketFile bind(URI address, Path path) {
        Path hidden = null;
        ServerSocketChannel channel = null;
        try {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && isTaken(address, path)) {
                throw inUse(address);
            }
            hidden = directory(path);
            Path bound = hidden.resolve("s");
            channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            channel.configureBlocking(false);
            channel.bind(UnixDomainSocketAddress.of(bound), TcpListener.BACKLOG);
            Files.setPosixFilePermissions(bound, PosixFilePermissions.fromString("rw-------"));
            name(address, path, hidden, bound);
            return new SocketFile(channel, path, key(path));
        } catch (IOException | UnsupportedOperationException failure) {
            TcpWire.closeQuietly(channel);
            throw new TransportException(
                    Problem.FAILED,
                    "listen: address=" + address + " failed, " + SafeLog.describe(failure)
                            + "; check that the directory exists and may be written",
                    failure);
        } catch (TransportException taken) {
            TcpWire.closeQuietly(channel);
            throw taken;
        } finally {
            delete(hidden);
        }
    }

    private static TransportException inUse(URI address) {
        return new TransportException(
                Problem.ADDRESS_IN_USE,
                "listen: address=" + address + " is in use; stop the other process, or take another path");
    }

    /** Whether somebody listens there; a file of another kind is not touched. */
    private static boolean isTaken(URI address, Path path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isOther()) {
            throw new TransportException(
                    Problem.ADDRESS_IN_USE,
                    "listen: address=" + address + " names a file that is no socket; delete it, or take another path");
        }
        return isListening(path);
    }

    private static boolean isListening(Path path) throws IOException {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            probe.configureBlocking(false); // a full queue of connections is no reason to wait
            probe.connect(UnixDomainSocketAddress.of(path));
            return true;
        } catch (ConnectException nobody) {
            return false;
        }
    }

    private static Path directory(Path path) throws IOException {
        Path parent = Objects.requireNonNull(path.getParent(), "parent");
        for (int tries = 1; ; tries++) {
            String name = ".t" + Integer.toString(ThreadLocalRandom.current().nextInt(1 << 30), 36);
            try {
                return Files.createDirectory(
                        parent.resolve(name),
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } catch (FileAlreadyExistsException taken) {
                if (tries == MOST_TRIES) {
                    throw taken;
                }
            }
        }
    }

    private static void name(URI address, Path path, Path hidden, Path bound) throws IOException {
        Path old = hidden.resolve("old");
        try {
            Files.move(path, old);
            if (isListening(old)) { // somebody has begun to, after we looked
                Files.createLink(path, old);
                throw inUse(address);
            }
        } catch (NoSuchFileException nothing) {
            // the name is free
        }
        try {
            Files.createLink(path, bound);
        } catch (FileAlreadyExistsException faster) {
            throw inUse(address);
        }
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private static void delete(@Nullable Path hidden) {
        if (hidden != null) {
            try {
                Files.deleteIfExists(hidden.resolve("s"));
                Files.deleteIfExists(hidden.resolve("old"));
                Files.deleteIfExists(hidden);
            } catch (IOException left) {
                log("a directory is left behind: path=" + hidden, left);
            }
        }
    }

    /** Deletes the file, unless another process has put one of its own there. */
    void delete() {
        try {
            if (Objects.equals(key(path), key)) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException deletedAlready) {
            // as wanted
        } catch (IOException left) {
            log("a socket file is left behind: path=" + path, left);
        }
    }

    private static void log(String what, Throwable failure) {
        SafeLog.log(System.getLogger("io.tellask.netty"), Level.WARNING, what, null, failure);
    }
}
