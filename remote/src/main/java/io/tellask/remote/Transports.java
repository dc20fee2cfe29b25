package io.tellask.remote;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Finds the transport for an address: those handed in first, then those on the class or module path. */
final class Transports {
    private static final Pattern HOST_AND_PORT = Pattern.compile("[\\w.-]+:\\d{1,5}");

    /** Schemes of a module that programs leave out, the command line among them. */
    private static final Set<String> AERON = Set.of("aeron-ipc", "aeron-udp");

    private Transports() {}

    /** The address that a text is; {@code action} begins the message if it is none. */
    static URI address(String action, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException malformed) {
            throw new TransportException(
                    TransportException.Problem.BAD_ADDRESS,
                    action + ": address=" + text + " is not a URI; " + remedy(text),
                    malformed);
        }
    }

    /** Whether whoever wrote the address knows that it is not encrypted. */
    static boolean allowsPlaintext(URI address) {
        return address.getQuery() != null
                && List.of(address.getQuery().split("&")).contains("plaintext=true");
    }

    /** Says in the log whom a server trusts that listens without encryption. */
    static void warnOfPlaintext(URI address, boolean asksForPassword) {
        if (allowsPlaintext(address)) {
            System.getLogger("io.tellask.remote")
                    .log(
                            System.Logger.Level.WARNING,
                            "server: address=" + address
                                    + (asksForPassword
                                            ? " is not encrypted, whoever is on the way can read passwords and messages;"
                                                    + " use it within a network that you trust, or tls"
                                            : " is not encrypted and asks for no password, whoever reaches it may call all"
                                                    + " that is published; let nobody reach it who must not"));
        }
    }

    private static String remedy(String text) {
        return HOST_AND_PORT.matcher(text).matches() ? "write tellask://" + text : "write it as tellask://host:port";
    }

    static Transport forAddress(URI address, List<Transport> given) {
        List<Transport> all = new ArrayList<>(given);
        ServiceLoader.load(Transport.class, Transports.class.getClassLoader()).forEach(all::add);
        String scheme = address.getScheme();
        TreeSet<String> known = new TreeSet<>();
        for (Transport transport : all) {
            if (scheme != null && transport.schemes().contains(scheme)) {
                return transport;
            }
            known.addAll(transport.schemes());
        }
        if (scheme == null || address.isOpaque()) { // host:port reads as scheme host with something opaque
            throw new TransportException(
                    TransportException.Problem.BAD_ADDRESS,
                    "address: address=" + address + " has no scheme; " + remedy(address.toString()));
        }
        throw new TransportException(
                TransportException.Problem.BAD_ADDRESS,
                "address: scheme of " + address + " is not one of " + known + "; use one of these, or add "
                        + (AERON.contains(scheme)
                                ? "io.tellask:tellask-aeron to the program"
                                : "the module that serves it"));
    }
}
