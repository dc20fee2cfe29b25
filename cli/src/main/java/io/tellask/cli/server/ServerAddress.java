package io.tellask.cli.server;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that names a server: {@code tellask://HOST:PORT}, or with another scheme. Immutable. */
public class ServerAddress implements ITypeConverter<URI> {
    /** Where {@code tellask serve} listens and where commands look for it. */
    public static final String DEFAULT = "tellask://127.0.0.1:7411";

    private final String scheme;
    private final int usualPort;

    /** For picocli. */
    ServerAddress() {
        this("tellask", URI.create(DEFAULT).getPort());
    }

    public ServerAddress(String scheme, int usualPort) {
        this.scheme = scheme;
        this.usualPort = usualPort;
    }

    @Override
    public URI convert(String text) {
        URI address = parse(text);
        if (address == null || !scheme.equals(address.getScheme())) {
            throw refusal(text, text.contains("://") ? "" : text);
        }
        if (address.getHost() == null) {
            throw refusal(text, "");
        }
        if (address.getPort() < 0) {
            throw refusal(text, address.getHost() + ":" + usualPort);
        }
        return address;
    }

    private TypeConversionException refusal(String text, String hostAndPort) {
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
