package io.tellask.cli;

import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an option that names a server: {@code tellask://HOST:PORT}. Stateless. */
final class Address implements ITypeConverter<URI> {
    private static final String SCHEME = "tellask";

    @Override
    public URI convert(String text) {
        URI address = parse(text);
        if (address == null || !SCHEME.equals(address.getScheme())) {
            throw refusal(text, text.contains("://") ? "" : text);
        }
        if (address.getHost() == null) {
            throw refusal(text, "");
        }
        if (address.getPort() < 0) {
            throw refusal(
                    text,
                    address.getHost() + ":"
                            + URI.create(ServerOption.DEFAULT_ADDRESS).getPort());
        }
        return address;
    }

    private static TypeConversionException refusal(String text, String hostAndPort) {
        URI better = parse(SCHEME + "://" + hostAndPort);
        boolean complete = better != null && better.getHost() != null && better.getPort() >= 0;
        return new TypeConversionException(
                "'" + text + "' is not an address; write " + (complete ? better : SCHEME + "://HOST:PORT"));
    }

    private static @Nullable URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException wrong) {
            return null;
        }
    }
}
