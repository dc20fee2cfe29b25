package io.tellask.cli.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that names a server: {@code tellask://HOST:PORT}, or with another scheme. Immutable. */
public class ServerAddress implements ITypeConverter<URI> {
    /** Where {@code tellask serve} listens and where commands look for it. */
    public static final String DEFAULT = "tellask://127.0.0.1:7411";

    /** What a command takes that is given none. */
    public static final String UNLESS_GIVEN = "${env:TELLASK_SERVER:-" + DEFAULT + "}";

    public static final String DESCRIPTION = "The server; $TELLASK_SERVER or " + DEFAULT + " unless given.";

    private static final String ANY = "any";

    private final String scheme;
    private final Set<String> schemes;
    private final int usualPort;

    /** For picocli. */
    ServerAddress() {
        this(usualPort(), "tellask", "tls", "ws", "wss", "http", "https");
    }

    /** The port of {@link #DEFAULT}. */
    public static int usualPort() {
        return URI.create(DEFAULT).getPort();
    }

    /** Takes these schemes; the first one is that which errors write. */
    public ServerAddress(int usualPort, String... schemes) {
        scheme = schemes[0];
        this.schemes = Set.of(schemes);
        this.usualPort = usualPort;
    }

    @Override
    public URI convert(String text) {
        URI address = parse(text);
        if (address != null && ANY.equals(address.getScheme()) && !schemes.contains(ANY)) {
            throw new TypeConversionException(
                    "'" + text + "' is where a server takes connections of several kinds; write"
                            + " which one is meant, such as " + completed(scheme, address.getRawAuthority()));
        }
        if (address != null
                && address.getScheme() != null
                && address.getScheme().startsWith("aeron-")) {
            throw new TypeConversionException("'" + text + "' needs the module io.tellask:tellask-aeron, which this"
                    + " program does not have; have the server listen at a second address, such as "
                    + scheme + "://127.0.0.1:" + usualPort);
        }
        if (address == null || address.getScheme() == null || !schemes.contains(address.getScheme())) {
            throw refusal(text, scheme, text.contains("://") ? "" : text);
        }
        if (address.getHost() == null) {
            throw refusal(text, address.getScheme(), "");
        }
        if (address.getPort() < 0) {
            throw refusal(text, address.getScheme(), address.getHost() + ":" + usualPort);
        }
        return address;
    }

    private static TypeConversionException refusal(String text, String scheme, String hostAndPort) {
        return new TypeConversionException("'" + text + "' is not an address; write " + completed(scheme, hostAndPort));
    }

    private static String completed(String scheme, @Nullable String hostAndPort) {
        URI better = parse(scheme + "://" + hostAndPort);
        boolean complete = better != null && better.getHost() != null && better.getPort() >= 0;
        return complete ? String.valueOf(better) : scheme + "://HOST:PORT";
    }

    private static @Nullable URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException wrong) {
            return null;
        }
    }
}
