package io.tellask.cli.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that names a server: {@code tellask://HOST:PORT}, {@code tls://HOST:PORT}, or with other schemes. Immutable. */
public class ServerAddress implements ITypeConverter<URI> {
    /** Where {@code tellask serve} listens and where commands look for it. */
    public static final String DEFAULT = "tellask://127.0.0.1:7411";

    /** What an option or argument is that is not given, and what is said of it. */
    static final String UNLESS_GIVEN = "${env:TELLASK_SERVER:-" + DEFAULT + "}";

    static final String DESCRIPTION = "The server; $TELLASK_SERVER or " + DEFAULT + " unless given.";

    private final String scheme;
    private final Set<String> schemes;
    private final int usualPort;

    /** For picocli. */
    ServerAddress() {
        this(URI.create(DEFAULT).getPort(), "tellask", "tls");
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
        URI better = parse(scheme + "://" + hostAndPort);
        boolean complete = better != null && better.getHost() != null && better.getPort() >= 0;
        return new TypeConversionException(
                "'" + text + "' is not an address; write " + (complete ? better : scheme + "://HOST:PORT"));
    }

    private static @Nullable URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException wrong) {
            return null;
        }
    }
}
