package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * An address {@code tellask://HOST:PORT}, taken apart; {@code ?plaintext=true} allows listening where others can reach it.
 *
 * @param uri as written
 * @param host a name or a literal address, without the brackets of an IPv6 address
 * @param port 0 to 65,535
 * @param plaintext whether unencrypted connections from other machines are wanted
 */
record TcpAddress(URI uri, String host, int port, boolean plaintext) {
    private static final int MOST_PORT = 65_535;

    static TcpAddress of(URI uri) {
        if (uri.getRawPath() != null && !uri.getRawPath().isEmpty()) {
            requireHostAndPort(uri);
            throw bad(uri, "path=" + uri.getRawPath() + "; write " + uri.getScheme() + "://HOST:PORT without a path");
        }
        return withPath(uri);
    }

    /** An address that may have a path, too. */
    static TcpAddress withPath(URI uri) {
        requireHostAndPort(uri);
        return new TcpAddress(uri, withoutBrackets(uri.getHost()), uri.getPort(), plaintext(uri));
    }

    private static void requireHostAndPort(URI uri) {
        if (uri.getRawUserInfo() != null) { // perhaps a password, which no message or log is to repeat
            throw new TransportException(
                    Problem.BAD_ADDRESS,
                    "address: host=" + uri.getHost() + ", port=" + uri.getPort()
                            + ", a user stands before the host; leave it out, and show who you are by Client.Builder.credentials");
        }
        if (uri.getRawFragment() != null) {
            throw bad(uri, "fragment=" + uri.getRawFragment() + "; leave it out");
        }
        String wrong = wrongHostOrPort(uri);
        if (!wrong.isEmpty()) {
            throw bad(uri, wrong + "; write " + uri.getScheme() + "://HOST:PORT");
        }
    }

    private static String wrongHostOrPort(URI uri) {
        if (uri.getHost() == null) {
            return uri.getRawAuthority() == null
                    ? "host is missing"
                    : "authority=" + uri.getRawAuthority()
                            + " is no host and port: a host has letters, digits, '-' and '.', a port digits";
        }
        if (uri.getPort() < 0) {
            return "port is missing";
        }
        return uri.getPort() > MOST_PORT ? "port=" + uri.getPort() + " > mostPort=" + MOST_PORT : "";
    }

    /** An address of a transport that knows no option. */
    static TcpAddress withoutOptions(URI uri) {
        return of(uri).requireNoOption();
    }

    TcpAddress requireNoOption() {
        if (uri.getRawQuery() != null) {
            throw bad(uri, "option=" + uri.getRawQuery() + " is unknown; " + uri.getScheme() + " takes no options");
        }
        return this;
    }

    /** The same address, to connect to. */
    TcpAddress withRealPort() {
        if (port == 0) {
            throw bad(uri, "port=0; write the port that the server listens on");
        }
        return this;
    }

    private static String withoutBrackets(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    private static boolean plaintext(URI uri) {
        String query = uri.getRawQuery();
        if (query == null) {
            return false;
        }
        return switch (query) {
            case "plaintext=true" -> true;
            case "plaintext=false" -> false;
            default ->
                throw bad(
                        uri,
                        "option=" + query
                                + " is unknown; there is plaintext=true, and for clients encoding=json or encoding=cbor");
        };
    }

    private static TransportException bad(URI uri, String detail) {
        return new TransportException(Problem.BAD_ADDRESS, "address: uri=" + uri + ", " + detail);
    }

    /** The same address with the port that the system chose. */
    URI withPort(int realPort) {
        String query = uri.getRawQuery();
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return URI.create(
                uri.getScheme() + "://" + uri.getHost() + ":" + realPort + path + (query == null ? "" : "?" + query));
    }

    /** Where to listen: what is not encrypted there has to be allowed if other machines reach it. */
    InetAddress localPlaintext() {
        InetAddress local = resolve()[0];
        if (!local.isLoopbackAddress() && !plaintext) {
            throw new TransportException(
                    Problem.NOT_ALLOWED,
                    "listen: address=" + uri
                            + " is reachable from other machines and not encrypted; listen on 127.0.0.1,"
                            + " or add ?plaintext=true where the network is trusted");
        }
        return local;
    }

    /** The address if it needs no look-up of a name. */
    Optional<InetAddress> literal() {
        try {
            return Optional.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException aName) {
            return Optional.empty();
        }
    }

    /** All addresses of the host; blocks while a name is looked up. */
    InetAddress[] resolve() {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new TransportException(
                    Problem.UNKNOWN_HOST,
                    "address: host=" + host + " is unknown; check the name, or write its address",
                    e);
        }
    }
}
