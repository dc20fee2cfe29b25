package io.tellask.bench.cluster;

import io.tellask.bench.spi.Commands;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.jgroups.JChannel;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.protocols.raft.ELECTION;
import org.jgroups.protocols.raft.FileBasedLog;
import org.jgroups.protocols.raft.NO_DUPES;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.raft.RaftHandle;
import org.jgroups.raft.StateMachine;

/**
 * A member of jgroups-raft alone, with its own file of entries and a state machine that counts; the load runs in the process that leads, so that
 * nothing is on the network but what members say to each other. Commands: {@code leads}, and those of {@link Load}.
 */
public final class EngineMember {
    private static final int FRAGMENT_BYTES = 60_000;

    private EngineMember() {}

    /** Arguments: those of {@link MemberPlace#of}. */
    public static void main(String[] args) {
        Commands.run(args, words -> open(MemberPlace.of(words)));
    }

    private static Commands.Opened open(MemberPlace place) throws Exception {
        RAFT raft = new RAFT();
        raft.raftId(place.self()).members(place.members().keySet()).logClass(FileBasedLog.class.getName());
        raft.logDir(place.folder().toString()).logPrefix(place.self()).logUseFsync(place.forced());
        JChannel channel = channel(place, raft);
        RaftHandle handle = new RaftHandle(channel, new Count());
        channel.connect("bench");
        Load load = new Load((key, value) -> append(handle, key + value));
        return new Commands.Opened(
                "joined", words -> words[0].equals("leads") ? "leads " + handle.isLeader() : load.handle(words));
    }

    private static CompletionStage<?> append(RaftHandle handle, String command) {
        byte[] bytes = command.getBytes(StandardCharsets.UTF_8);
        try {
            return handle.setAsync(bytes, 0, bytes.length);
        } catch (Exception refused) {
            throw new IllegalStateException("the engine refused a command", refused);
        }
    }

    private static JChannel channel(MemberPlace place, RAFT raft) throws Exception {
        var self = Objects.requireNonNull(place.members().get(place.self()));
        TCP tcp = new TCP();
        tcp.setBindAddress(self.getAddress()).setBindPort(self.getPort()).setPortRange(0);
        TCPPING peers = new TCPPING();
        peers.setInitialHosts(place.members().values()).setPortRange(0);
        JChannel channel = new JChannel(
                tcp,
                peers,
                new MERGE3(),
                new FD_ALL3(),
                new VERIFY_SUSPECT2(),
                new NAKACK2().useMcastXmit(false),
                new UNICAST3(),
                new STABLE(),
                new NO_DUPES(),
                new GMS().setJoinTimeout(2_000).printLocalAddress(false),
                new FRAG4().setFragSize(FRAGMENT_BYTES),
                new ELECTION(),
                raft);
        tcp.getDiagnosticsHandler().setEnabled(false);
        return channel.name(place.self());
    }

    /** Counts commands. */
    private static final class Count implements StateMachine {
        private long count;

        @Override
        public byte[] apply(byte[] data, int offset, int length, boolean serialize) {
            count++;
            return new byte[] {(byte) count};
        }

        @Override
        public void readContentFrom(DataInput in) throws IOException {
            count = in.readLong();
        }

        @Override
        public void writeContentTo(DataOutput out) throws IOException {
            out.writeLong(count);
        }
    }
}
