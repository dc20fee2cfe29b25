package io.tellask.cluster.aeron;

import io.tellask.cluster.LogOptions;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Numbers and addresses of the members, the same at all of them. A member is known to Aeron by the place of its name in the sorted list. It takes
 * two UDP ports: that of its address, for messages between members, and the next one, for entries of the log.
 */
final class MemberPlaces {
    private final LogOptions options;
    private final List<String> names;

    MemberPlaces(LogOptions options) {
        this.options = options;
        names = options.members().keySet().stream().sorted().toList();
    }

    List<String> names() {
        return names;
    }

    int self() {
        return names.indexOf(options.self());
    }

    String name(int number) {
        return names.get(number);
    }

    /** Of which host a member is, as Aeron writes it. */
    String host(int number) {
        InetSocketAddress address = address(number);
        String host = address.getAddress().getHostAddress();
        return address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host;
    }

    InetSocketAddress address(int number) {
        return Objects.requireNonNull(options.members().get(name(number)));
    }

    /** Channel of the messages to a member. */
    String channel(int number) {
        return "aeron:udp?endpoint=" + endpoint(number, 0);
    }

    /** Channel with a port that the system chooses. */
    String anyPort() {
        return "aeron:udp?endpoint=" + host(self()) + ":0";
    }

    private String endpoint(int number, int further) {
        return host(number) + ":" + (address(number).getPort() + further);
    }

    /** All members as Aeron wants them told: number, ingress, consensus, log, catching up, archive. */
    String all() {
        return IntStream.range(0, names.size())
                .mapToObj(each -> String.join(
                        ",",
                        Integer.toString(each),
                        endpoint(each, 0),
                        endpoint(each, 0),
                        endpoint(each, 1),
                        host(each) + ":0",
                        endpoint(each, 0)))
                .collect(Collectors.joining("|"));
    }
}
