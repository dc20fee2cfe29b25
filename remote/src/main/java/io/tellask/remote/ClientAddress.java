package io.tellask.remote;

import io.tellask.remote.session.Encodings;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An address that a client connects to, taken apart: what says how values travel is the session's business, the rest is for the transport.
 *
 * @param transport the address without it
 * @param encoding what it says; null for nothing
 */
record ClientAddress(URI transport, @Nullable ValueEncoding encoding) {
    private static final String ENCODING = "encoding=";

    static ClientAddress of(URI address) {
        String query = address.getRawQuery();
        if (query == null || !query.contains(ENCODING)) {
            return new ClientAddress(address, null);
        }
        List<String> options = new ArrayList<>(List.of(query.split("&")));
        ValueEncoding encoding = null;
        for (String option : List.copyOf(options)) {
            if (option.startsWith(ENCODING)) {
                encoding = encoding(address, option.substring(ENCODING.length()), encoding);
                options.remove(option);
            }
        }
        String rest = options.isEmpty() ? "" : "?" + String.join("&", options);
        return new ClientAddress(URI.create(address.toString().replace("?" + query, rest)), encoding);
    }

    /**
     * How values travel in a session that is opened at an address.
     *
     * @param unlessSaid where the address does not say it
     * @throws TransportException if this process has no such values
     */
    static ValueEncoding encoding(URI address, ValueEncoding unlessSaid) {
        ValueEncoding chosen = Objects.requireNonNullElse(of(address).encoding(), unlessSaid);
        if (!Encodings.has(chosen)) {
            throw bad(address, Encodings.missing(chosen));
        }
        return chosen;
    }

    private static ValueEncoding encoding(URI address, String id, @Nullable ValueEncoding before) {
        if (before != null) {
            throw bad(address, "encoding is given twice; give it once");
        }
        return Arrays.stream(ValueEncoding.values())
                .filter(known -> known.id().equals(id))
                .findFirst()
                .orElseThrow(() -> bad(
                        address,
                        "encoding is none of " + Arrays.toString(ValueEncoding.values()) + "; give one of these"));
    }

    private static TransportException bad(URI address, String detail) {
        return new TransportException(
                TransportException.Problem.BAD_ADDRESS, "connect: address=" + address + ", " + detail);
    }
}
