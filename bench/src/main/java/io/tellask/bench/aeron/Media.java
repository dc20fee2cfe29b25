package io.tellask.bench.aeron;

import io.tellask.aeron.AeronTransport;
import io.tellask.bench.spi.Scratch;
import io.tellask.remote.Transport;
import java.net.URI;
import java.util.ServiceLoader;

/** Transports and addresses of ours for the media of the ping-pong. */
final class Media {
    private Media() {}

    /** Where to listen: a free port, or a folder or a socket in a folder of this process. */
    static URI toListen(String medium) throws Exception {
        return URI.create(
                switch (medium) {
                    case "aeron-ipc" -> "aeron-ipc://" + BareAeron.folder();
                    case "aeron-udp" -> "aeron-udp://127.0.0.1:0";
                    case "unix" -> "unix://" + Scratch.create().resolve("socket");
                    case "tcp" -> "tellask://127.0.0.1:0";
                    default -> throw new IllegalArgumentException("no such medium: medium=" + medium);
                });
    }

    /** The transport of an address. */
    static Transport transport(String scheme, boolean spins) {
        if (scheme.startsWith("aeron-")) {
            AeronTransport.Builder builder = AeronTransport.builder();
            return (spins ? builder.spinning() : builder).build();
        }
        return ServiceLoader.load(Transport.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.schemes().contains(scheme))
                .findFirst()
                .orElseThrow();
    }
}
