package io.tellask.cluster.jgroups;

import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.Responses;

/**
 * Finds members by the names of their hosts, which are looked up anew each time somebody is looked for: a host may begin again with another
 * address, and one that has never begun may have none. Thread-safe.
 */
final class NamedPeers extends TCPPING {
    private final Collection<InetSocketAddress> members;
    private final boolean isPlain;

    /**
     * Looks for members.
     *
     * @param isPlain whether nothing is encrypted, so that nobody is looked for beyond the loopback interface
     */
    NamedPeers(Collection<InetSocketAddress> members, boolean isPlain) {
        this.isPlain = isPlain;
        this.members = List.copyOf(members);
        setId(ClassConfigurator.getProtocolId(TCPPING.class)); // that of the class it stands for
        lookUp();
    }

    /** Those that have no address now keep none, or are found by what they say of themselves. */
    private void lookUp() {
        setInitialHosts(members.stream()
                .map(member -> new InetSocketAddress(member.getHostString(), member.getPort()))
                .filter(found ->
                        !found.isUnresolved() && (!isPlain || found.getAddress().isLoopbackAddress()))
                .toList());
    }

    @Override
    public void findMembers(List<Address> known, boolean isFirst, Responses responses) {
        lookUp();
        super.findMembers(known, isFirst, responses);
    }
}
