package io.tellask.cluster.jgroups;

import io.tellask.cluster.LogOptions;
import java.net.InetSocketAddress;
import java.util.Objects;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.protocols.raft.ELECTION;
import org.jgroups.protocols.raft.RAFT;

/**
 * What members of a group speak: TCP to addresses that are known beforehand. That a process is gone is seen by its connections, that a machine
 * is, by its silence.
 */
final class ProtocolStack {
    private static final int BEATS = 4; // in the time of silence
    private static final long VERIFY_MILLIS = 200;
    private static final int FRAGMENT_BYTES = 60_000;
    private static final int VOTES = 10; // that could be asked for in the time of silence: an answer may be lost

    /** How often a member that joins asks for the others: a connection may be lost that both sides open, and who finds nobody begins a group. */
    private static final int DISCOVERIES = 5;

    private ProtocolStack() {}

    static JChannel of(LogOptions options, RAFT raft) throws Exception {
        InetSocketAddress self = Objects.requireNonNull(options.members().get(options.self()));
        long silence = options.silence().toMillis();
        TCP tcp = new MemberTcp();
        tcp.setSocketFactory(new MemberSockets(options.self(), options.tls(), options.silence()));
        tcp.setBindAddress(self.getAddress()).setBindPort(self.getPort()).setPortRange(0);
        tcp.enableSuspectEvents(true).tcpNodelay(true);
        TCPPING peers = new NamedPeers(options.members().values(), options.tls() == null);
        peers.setPortRange(0);
        peers.setValue("num_discovery_runs", DISCOVERIES);
        ELECTION election = new ELECTION();
        election.voteTimeout(Math.max(1, silence / VOTES));
        JChannel channel = new JChannel(
                tcp,
                peers,
                new MERGE3().setMinInterval(silence / 2).setMaxInterval(silence),
                new FD_ALL3().setTimeout(silence).setInterval(silence / BEATS),
                new VERIFY_SUSPECT2().setTimeout(Math.min(VERIFY_MILLIS, silence / 2)),
                new NAKACK2().useMcastXmit(false),
                new UNICAST3(),
                new STABLE(),
                new DistinctNames(),
                new GMS().setJoinTimeout(silence).printLocalAddress(false),
                new MemberFragments().setFragSize(FRAGMENT_BYTES),
                election,
                raft);
        tcp.getDiagnosticsHandler().setEnabled(false); // it would listen to a multicast address
        return channel;
    }
}
