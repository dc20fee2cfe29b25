package io.tellask.cli.serve;

import io.tellask.netty.HttpTransport;
import io.tellask.netty.WebSocketTransport;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Which web pages may connect, beside those of the server's own address. */
final class PageOption {
    private static final Set<String> TAKEN_BY = Set.of("ws", "wss", "http", "https", "any");

    @Option(
            names = "--origin",
            paramLabel = "ORIGIN",
            description =
                    "An origin such as https://app.example whose pages may connect by WebSocket or long polling, beside that of"
                            + " the server's own address; may be repeated.")
    private List<String> origins = List.of();

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description =
                    "A name that a server on an address of this machine is known by in the Host header, beside localhost and its"
                            + " addresses; may be repeated.")
    private List<String> hosts = List.of();

    boolean isGiven() {
        return !origins.isEmpty() || !hosts.isEmpty();
    }

    /** Refuses what no browser would send, and an address that no page reaches. */
    void check(URI address, CommandSpec spec) {
        if (isGiven() && !TAKEN_BY.contains(address.getScheme())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--listen=" + address
                            + ": --origin and --host are for pages, which reach ws:, wss:, http:, https: and"
                            + " any: alone");
        }
        for (String origin : origins) {
            if (!isOrigin(origin)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--origin=" + origin + " is no origin; write it as https://HOST or https://HOST:PORT");
            }
        }
        for (String host : hosts) {
            URI named = parse("http://" + host);
            if (named == null || !host.equals(named.getHost())) {
                throw new ParameterException(
                        spec.commandLine(), "--host=" + host + " is no name of a host; write it without a port");
            }
        }
    }

    private static boolean isOrigin(String text) {
        URI origin = parse(text);
        return origin != null
                && ("https".equals(origin.getScheme()) || "http".equals(origin.getScheme()))
                && origin.getHost() != null
                && text.equals(origin.getScheme() + "://" + origin.getRawAuthority());
    }

    private static @Nullable URI parse(String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException wrong) {
            return null;
        }
    }

    private static String[] distinct(List<String> given) {
        return given.stream().distinct().toArray(String[]::new);
    }

    WebSocketTransport.Builder applyTo(WebSocketTransport.Builder settings) {
        return settings.origins(distinct(origins)).hosts(distinct(hosts));
    }

    HttpTransport.Builder applyTo(HttpTransport.Builder settings) {
        return settings.origins(distinct(origins)).hosts(distinct(hosts));
    }
}
