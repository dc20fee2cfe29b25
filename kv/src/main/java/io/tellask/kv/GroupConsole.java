package io.tellask.kv;

import io.tellask.cluster.LogView;
import io.tellask.cluster.Replica;
import io.tellask.console.ConsoleSource;
import io.tellask.console.GroupRow;
import io.tellask.console.StoreRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Tells a console of the members of a group, as one of them sees them. How far the others are they are asked while somebody looks: what is told is
 * what they answered to the question before. Thread-safe.
 */
final class GroupConsole implements ConsoleSource {
    private final String group;
    private final Replica replica;
    private final GroupControl control;
    private final AtomicBoolean asks = new AtomicBoolean();
    private volatile @Nullable GroupStatus answered;

    /** @param control whose status is asked for */
    GroupConsole(String group, Replica replica, GroupControl control) {
        this.group = group;
        this.replica = replica;
        this.control = control;
    }

    @Override
    public List<StoreRow> stores() {
        return List.of();
    }

    @Override
    public List<GroupRow> groups() {
        if (asks.compareAndSet(false, true)) {
            var unused = control.status().whenComplete((status, failure) -> {
                answered = status; // null where it is not known now
                asks.set(false);
            });
        }
        LogView view = replica.view();
        long changes = replica.leaderChanges();
        GroupStatus status = answered;
        List<GroupStatus.Member> known = status == null ? List.of() : status.members();
        return view.members().stream()
                .map(name -> row(view, name, changes, known))
                .toList();
    }

    private GroupRow row(LogView view, String name, long changes, List<GroupStatus.Member> known) {
        Instant since = view.present().get(name);
        boolean self = name.equals(view.self());
        GroupStatus.Member member = known.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElse(new GroupStatus.Member(name, view.role(name), "", GroupRow.UNKNOWN, GroupRow.UNKNOWN));
        return new GroupRow(
                group,
                name,
                self,
                view.role(name).name(),
                member.address(),
                since == null || self
                        ? GroupRow.UNKNOWN
                        : Math.max(0, Duration.between(since, Instant.now()).toMillis()),
                view.term(),
                changes,
                self ? view.appliedIndex() : member.appliedIndex(),
                member.lag());
    }
}
