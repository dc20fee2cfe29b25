package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusterCounters;
import java.time.Duration;
import org.agrona.concurrent.status.CountersReader;
import org.jspecify.annotations.Nullable;

/**
 * Looks at whether this member leads, and then opens a session with the consensus module of this process, by which commands come into the log. One
 * session belongs to one term: what was given in another one is dropped there. Used by one thread.
 */
final class Leadership {
    private static final long KEEP_ALIVE_NANOS = Duration.ofSeconds(1).toNanos();
    private static final EgressListener NO_ANSWERS = (session, timestamp, buffer, offset, length, header) -> {};

    private final Aeron aeron;
    private final CountersReader counters;
    private final int role;
    private final int election;
    private final MemberService service;
    private final MemberPlaces places;
    private final Commands commands;
    private final OwnSessions sessions;
    private final Duration silence;
    private AeronCluster.@Nullable AsyncConnect opening;
    private @Nullable AeronCluster session;
    private long keptAlive;

    Leadership(
            Aeron aeron,
            MemberService service,
            MemberPlaces places,
            Commands commands,
            OwnSessions sessions,
            Duration silence) {
        this.aeron = aeron;
        this.service = service;
        this.places = places;
        this.commands = commands;
        this.sessions = sessions;
        this.silence = silence;
        counters = aeron.countersReader();
        role = ClusterCounters.find(counters, AeronCounters.CLUSTER_NODE_ROLE_TYPE_ID, 0);
        election = ClusterCounters.find(counters, AeronCounters.CLUSTER_ELECTION_STATE_TYPE_ID, 0);
    }

    /** Name of the member that leads as far as this one knows, or null; this one leads once it takes commands. */
    @Nullable
    String leader() {
        if (isElecting()) {
            return null;
        }
        int leader = service.term().leader();
        boolean isReady = leader >= 0 && (leader != places.self() || commands.leads());
        return isReady ? places.name(leader) : null;
    }

    private boolean isElecting() {
        return counters.getCounterValue(election) != ElectionState.CLOSED.code();
    }

    private boolean isElected() {
        return counters.getCounterValue(role) == Cluster.Role.LEADER.code()
                && !isElecting()
                && service.term().leader() == places.self();
    }

    /** Opens, keeps and ends sessions; returns how much there was to do. */
    int work() {
        boolean isElected = isElected();
        AeronCluster its = session;
        if (its != null && !(isElected && isOfThisTerm(its))) {
            end();
            return 1;
        }
        if (its != null) {
            return keep(its);
        }
        return isElected ? open() : abandon();
    }

    private boolean isOfThisTerm(AeronCluster its) {
        return !its.isClosed()
                && its.leadershipTermId() == service.term().number()
                && its.clusterSessionId() != service.closedSession();
    }

    private int open() {
        AeronCluster.AsyncConnect its = opening;
        if (its == null) {
            opening = AeronCluster.asyncConnect(context());
            return 1;
        }
        AeronCluster opened;
        try {
            opened = its.poll();
        } catch (RuntimeException late) {
            opening = null; // another one is opened
            its.close();
            return 1;
        }
        if (opened == null) {
            return 0;
        }
        opening = null;
        session = opened;
        if (isElected() && isOfThisTerm(opened)) {
            commands.lead(opened);
        }
        return 1;
    }

    private AeronCluster.Context context() {
        return new AeronCluster.Context()
                .aeron(aeron)
                .ownsAeronClient(false)
                .ingressChannel("aeron:ipc")
                .egressChannel("aeron:ipc?term-length=64k")
                .isIngressExclusive(false)
                .egressListener(NO_ANSWERS)
                .credentialsSupplier(sessions.credentials())
                .messageTimeoutNs(silence.toNanos());
    }

    private int keep(AeronCluster its) {
        long now = System.nanoTime();
        if (now - keptAlive > KEEP_ALIVE_NANOS && its.sendKeepAlive()) {
            keptAlive = now;
        }
        return its.pollEgress();
    }

    private int abandon() {
        AeronCluster.AsyncConnect its = opening;
        if (its == null) {
            return 0;
        }
        opening = null;
        its.close();
        return 1;
    }

    /** Takes no commands any more; those that were given have no answer. */
    void end() {
        abandon();
        AeronCluster its = session;
        session = null;
        commands.leadNoMore(new IllegalStateException("another term, or no leader"));
        if (its != null) {
            its.close();
        }
    }
}
