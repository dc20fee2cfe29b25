package io.tellask.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The address of a group, taken apart: {@code aeron-multicast://224.0.1.7:40457?interface=127.0.0.1}, or {@code aeron-unicast://HOST:PORT}
 * of the one process that publishes, where multicast does not get through.
 *
 * @param uri as written
 * @param host the group's address, or the publishing process's
 * @param port 1 to 65,535
 * @param requestPort where a group without multicast takes requests for snapshots: {@code requests=PORT}, else the next port
 * @param local the address of this machine that datagrams leave and come by
 */
record TopicGroup(URI uri, InetAddress host, int port, InetAddress local, int requestPort) {
    private static final int MOST_PORT = 65_535;
    private static final int REQUEST_TERM_BYTES = 64 * 1024;
    private static final Set<String> OPTIONS = Set.of("interface", "plaintext", "requests");

    static TopicGroup of(URI uri) {
        Map<String, String> options = options(uri);
        if (uri.getHost() == null
                || uri.getPort() < 1
                || uri.getPort() > MOST_PORT
                || uri.getRawUserInfo() != null
                || uri.getRawFragment() != null
                || !(uri.getRawPath() == null || uri.getRawPath().isEmpty())) {
            throw bad(
                    uri,
                    "it is not understood; write aeron-multicast://GROUP:PORT?interface=ADDRESS"
                            + " or aeron-unicast://HOST:PORT");
        }
        boolean multicast = "aeron-multicast".equals(uri.getScheme());
        if (!multicast && !"aeron-unicast".equals(uri.getScheme())) {
            throw bad(uri, "its scheme is none of aeron-multicast and aeron-unicast");
        }
        InetAddress host = address(uri, uri.getHost());
        if (host.isMulticastAddress() != multicast) {
            throw bad(uri, multicast ? "its host is no multicast address" : "its host is a multicast address");
        }
        InetAddress local = address(uri, options.getOrDefault("interface", "127.0.0.1"));
        boolean staysHere = local.isLoopbackAddress() && (multicast || host.isLoopbackAddress());
        if (!staysHere && !"true".equals(options.get("plaintext"))) {
            throw bad(
                    uri,
                    "other machines can read what is published; stay on 127.0.0.1,"
                            + " or add plaintext=true where the network is trusted");
        }
        return new TopicGroup(uri, host, uri.getPort(), local, requestPort(uri, options.get("requests"), multicast));
    }

    private static int requestPort(URI uri, @Nullable String text, boolean multicast) {
        if (text == null) {
            return uri.getPort() < MOST_PORT ? uri.getPort() + 1 : uri.getPort() - 1;
        }
        if (multicast) {
            throw bad(uri, "option=requests is for aeron-unicast; leave it out");
        }
        if (!text.matches("[1-9][0-9]{0,4}")
                || Integer.parseInt(text) > MOST_PORT
                || Integer.parseInt(text) == uri.getPort()) {
            throw bad(uri, "requests=" + text + " is no other port of 1 to " + MOST_PORT);
        }
        return Integer.parseInt(text);
    }

    private static Map<String, String> options(URI uri) {
        Map<String, String> options = new HashMap<>();
        String query = uri.getRawQuery();
        for (String option : query == null ? new String[0] : query.split("&", -1)) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (!OPTIONS.contains(name)) {
                throw bad(uri, "option=" + name + " is unknown; there are interface, plaintext and requests");
            }
            options.put(name, option.substring(equals + 1));
        }
        return options;
    }

    private static InetAddress address(URI uri, String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException unknown) {
            throw new TopicException(
                    TopicException.Problem.BAD_GROUP,
                    "topics: group=" + uri + ", host=" + text + " is unknown",
                    unknown);
        }
    }

    private static TopicException bad(URI uri, String detail) {
        return new TopicException(TopicException.Problem.BAD_GROUP, "topics: group=" + uri + ", " + detail);
    }

    /** Receivers are waited for, each that shows life: the slowest one decides. */
    String toPublish(AeronSettings settings) {
        ChannelUriStringBuilder channel = new ChannelUriStringBuilder()
                .media("udp")
                .termLength(settings.termBytes())
                .flowControl("min");
        return (host.isMulticastAddress()
                        ? multicast(channel)
                        : channel.controlEndpoint(Channels.name(host) + ":" + port)
                                .controlMode(CommonContext.MDC_CONTROL_MODE_DYNAMIC))
                .build();
    }

    String toReceive() {
        ChannelUriStringBuilder channel = new ChannelUriStringBuilder().media("udp");
        return (host.isMulticastAddress()
                        ? multicast(channel)
                        : channel.endpoint(Channels.name(local) + ":0")
                                .controlEndpoint(Channels.name(host) + ":" + port)
                                .controlMode(CommonContext.MDC_CONTROL_MODE_DYNAMIC))
                .build();
    }

    /** Where who joins asks for a snapshot. */
    String toRequest() {
        ChannelUriStringBuilder channel =
                new ChannelUriStringBuilder().media("udp").termLength(REQUEST_TERM_BYTES);
        return requests(channel).build();
    }

    String toHearRequests() {
        return requests(new ChannelUriStringBuilder().media("udp")).build();
    }

    private ChannelUriStringBuilder requests(ChannelUriStringBuilder channel) {
        return host.isMulticastAddress()
                ? multicast(channel)
                : channel.endpoint(Channels.name(host) + ":" + requestPort);
    }

    private ChannelUriStringBuilder multicast(ChannelUriStringBuilder channel) {
        channel.endpoint(Channels.name(host) + ":" + port).networkInterface(Channels.name(local));
        return local.isLoopbackAddress() ? channel.ttl(0) : channel;
    }
}
