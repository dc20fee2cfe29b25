package io.tellask.aeron;

import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.Map;

/**
 * The address of a group, taken apart: {@code aeron-multicast://224.0.1.7:40457?interface=127.0.0.1}, or {@code aeron-unicast://HOST:PORT}
 * of the one process that publishes, where multicast does not get through.
 *
 * @param uri as written
 * @param host the group's address, or the publishing process's
 * @param port 1 to 65,535
 * @param local the address of this machine that datagrams leave and come by
 */
record TopicGroup(URI uri, InetAddress host, int port, InetAddress local) {
    private static final int MOST_PORT = 65_535;

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
        return new TopicGroup(uri, host, uri.getPort(), local);
    }

    private static Map<String, String> options(URI uri) {
        Map<String, String> options = new HashMap<>();
        String query = uri.getRawQuery();
        for (String option : query == null ? new String[0] : query.split("&", -1)) {
            int equals = option.indexOf('=');
            String name = equals < 0 ? option : option.substring(0, equals);
            if (!name.equals("interface") && !name.equals("plaintext")) {
                throw bad(uri, "option=" + name + " is unknown; there are interface and plaintext");
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

    private ChannelUriStringBuilder multicast(ChannelUriStringBuilder channel) {
        channel.endpoint(Channels.name(host) + ":" + port).networkInterface(Channels.name(local));
        return local.isLoopbackAddress() ? channel.ttl(0) : channel;
    }
}
