package io.tellask.kv;

import io.tellask.remote.Client;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The servers of a group's members, as the members themselves reach them. Immutable.
 *
 * @param services where they listen, by name of the member
 * @param connections gives connections to them what they need, such as a transport that trusts their certificates, and credentials
 */
public record GroupMembers(Map<String, URI> services, UnaryOperator<Client.Builder> connections) {
    public GroupMembers {
        services = Map.copyOf(Objects.requireNonNull(services, "services"));
        Objects.requireNonNull(connections, "connections");
    }

    /** Servers that are reached without settings of their own. */
    public static GroupMembers of(Map<String, URI> services) {
        return new GroupMembers(services, UnaryOperator.identity());
    }
}
