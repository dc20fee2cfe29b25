package io.tellask.aeron;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An address of this module, taken apart.
 *
 * @param uri as written
 * @param folder of {@code aeron-ipc}, else null
 * @param host of {@code aeron-udp}, without the brackets of an IPv6 address, else empty
 * @param port 0 to 65,535
 * @param plaintext whether unencrypted connections from other machines are wanted
 */
record AeronAddress(URI uri, @Nullable Path folder, String host, int port, boolean plaintext) {
    /** Longest path of a folder, in characters: Aeron adds names of files to it. */
    static final int MOST_PATH_CHARS = 3_000;

    private static final int MOST_PORT = 65_535;

    static AeronAddress of(URI uri) {
        return "aeron-ipc".equals(uri.getScheme()) ? ipc(uri) : udp(uri);
    }

    private static AeronAddress ipc(URI uri) {
        String path = uri.getPath();
        if (uri.isOpaque()
                || uri.getRawAuthority() != null
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null
                || path == null
                || path.length() < 2) {
            throw bad(uri, "it names no folder; write aeron-ipc:///PATH/TO/FOLDER");
        }
        if (path.length() > MOST_PATH_CHARS) {
            throw bad(
                    uri, "pathChars=" + path.length() + " > mostPathChars=" + MOST_PATH_CHARS + "; take a shorter one");
        }
        return new AeronAddress(uri, Path.of(path).normalize(), "", 0, false);
    }

    private static AeronAddress udp(URI uri) {
        boolean plaintext = "plaintext=true".equals(uri.getRawQuery());
        String path = uri.getRawPath();
        if (uri.getHost() == null
                || uri.getPort() < 0
                || uri.getPort() > MOST_PORT
                || uri.getRawUserInfo() != null
                || uri.getRawFragment() != null
                || (path != null && !path.isEmpty())
                || (uri.getRawQuery() != null && !plaintext)) {
            throw bad(
                    uri,
                    "it is not understood; write aeron-udp://HOST:PORT, with ?plaintext=true where that is wanted");
        }
        String host = uri.getHost();
        String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new AeronAddress(uri, null, plain, uri.getPort(), plaintext);
    }

    private static TransportException bad(URI uri, String detail) {
        return new TransportException(Problem.BAD_ADDRESS, "address: uri=" + uri + ", " + detail);
    }

    boolean isIpc() {
        return folder != null;
    }

    /** The same address, to connect to. */
    AeronAddress withRealPort() {
        if (!isIpc() && port == 0) {
            throw bad(uri, "port=0; write the port that the server listens on");
        }
        return this;
    }

    /** The same address with the port that the system chose. */
    AeronAddress withPort(int realPort) {
        String query = uri.getRawQuery();
        URI real = URI.create(
                uri.getScheme() + "://" + uri.getHost() + ":" + realPort + (query == null ? "" : "?" + query));
        return new AeronAddress(real, folder, host, realPort, plaintext);
    }

    /** Refuses to listen where other machines could read what is sent, unless the address allows it. */
    void requireLocalOrPlaintext() {
        if (!isIpc() && !plaintext && !inetAddress().isLoopbackAddress()) {
            throw new TransportException(
                    Problem.NOT_ALLOWED,
                    "listen: address=" + uri
                            + " is reachable from other machines and not encrypted; listen on 127.0.0.1,"
                            + " or add ?plaintext=true where the network is trusted");
        }
    }

    /** The first address of the host; blocks while a name is looked up. */
    InetAddress inetAddress() {
        try {
            return InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new TransportException(
                    Problem.UNKNOWN_HOST,
                    "address: host=" + host + " is unknown; check the name, or write its address",
                    e);
        }
    }
}
