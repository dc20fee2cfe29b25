package io.tellask.kv;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.cluster.LogView;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.remote.Client;
import io.tellask.store.StoreBackup;
import io.tellask.store.StoreException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Operates a group from one of its members. */
final class GroupControlActor implements GroupControl {
    private static final long ANSWER_SECONDS = 2;

    private final ActorSystem system;
    private final Replica replica;
    private final MapMachine machine;
    private final ReplicatedMap<byte[], byte[]> map;
    private final GroupMembers members;
    private final Path backups;

    GroupControlActor(
            ActorSystem system,
            Replica replica,
            MapMachine machine,
            ReplicatedMap<byte[], byte[]> map,
            GroupMembers members,
            Path backups) {
        this.system = system;
        this.replica = replica;
        this.machine = machine;
        this.map = map;
        this.members = members;
        this.backups = backups;
    }

    @Override
    public Promise<GroupStatus> status() {
        LogView own = replica.view();
        List<String> names = own.members();
        List<Promise<Long>> applied =
                names.stream().map(name -> appliedIndex(name, own)).toList();
        return Promise.all(applied).thenApply(known -> status(own, names, known));
    }

    private Promise<Long> appliedIndex(String name, LogView own) {
        URI address = members.services().get(name);
        if (name.equals(own.self())) {
            return Promise.of(own.appliedIndex());
        }
        return address == null || own.role(name) == LogView.Role.GONE
                ? Promise.of(GroupStatus.UNKNOWN)
                : asked(address).completeOnTimeout(GroupStatus.UNKNOWN, ANSWER_SECONDS, TimeUnit.SECONDS);
    }

    /** How far a member is, or that this is not known: it may end meanwhile. */
    private Promise<Long> asked(URI address) {
        return members.connections()
                .apply(Client.builder(system))
                .connectAsync(address)
                .thenCompose(client -> client.lookupAsync(ReplicaClient.NAME, ReplicaService.class)
                        .thenCompose(ReplicaService::view)
                        .thenApply(LogView::appliedIndex)
                        .whenComplete((index, failure) -> client.close()))
                .exceptionally(failure -> GroupStatus.UNKNOWN);
    }

    private GroupStatus status(LogView own, List<String> names, List<Long> applied) {
        int leads = names.indexOf(String.valueOf(own.leader()));
        long newest = leads < 0 ? GroupStatus.UNKNOWN : applied.get(leads);
        return new GroupStatus(
                own.self(),
                own.leader(),
                own.term(),
                names.stream()
                        .map(name -> member(name, own.role(name), applied.get(names.indexOf(name)), newest))
                        .toList());
    }

    private GroupStatus.Member member(String name, LogView.Role role, long applied, long newest) {
        URI address = members.services().get(name);
        boolean known = applied != GroupStatus.UNKNOWN && newest != GroupStatus.UNKNOWN;
        return new GroupStatus.Member(
                name,
                role,
                address == null ? "" : address.toString(),
                applied,
                known ? Math.max(0, newest - applied) : GroupStatus.UNKNOWN);
    }

    @Override
    public Promise<GroupStatus> settledStatus() {
        return GroupMapActor.told(map.versioned(GroupKeys.CATALOGUE)).thenCompose(found -> status());
    }

    @Override
    public Promise<Void> addVoter(String name) {
        requireKnown(name);
        return changed(
                replica.view().voters().contains(name)
                        ? CompletableFuture.completedFuture(null)
                        : replica.addVoter(name));
    }

    @Override
    public Promise<Void> removeVoter(String name) {
        requireKnown(name);
        requireMajorityWithout(name);
        LogView view = replica.view();
        return changed(
                view.voters().contains(name) ? replica.removeVoter(name) : CompletableFuture.completedFuture(null));
    }

    private void requireMajorityWithout(String name) {
        LogView view = replica.view();
        List<String> others =
                view.voters().stream().filter(voter -> !voter.equals(name)).toList();
        long connected = others.stream()
                .filter(voter -> view.role(voter) != LogView.Role.GONE)
                .count();
        if (connected <= others.size() / 2) {
            throw new KeyValueException("change refused: member=" + name + ", of the other voters=" + others + " only "
                    + connected + " are connected, which is no majority; start or add others first");
        }
    }

    @Override
    public Promise<Void> resetVoter(String name) {
        requireKnown(name);
        if (replica.view().role(name) != LogView.Role.GONE) {
            throw new KeyValueException("reset refused: member=" + name
                    + " is connected; end it first, and begin it with an empty directory afterwards");
        }
        requireMajorityWithout(name);
        return changed(replica.view().voters().contains(name) ? replica.resetVoter(name) : replica.addVoter(name));
    }

    private void requireKnown(@Nullable String name) {
        Arguments.require("name", name);
        if (!members.services().containsKey(name)) {
            throw new KeyValueException("change refused: member=" + name + " is none of the members "
                    + members.services().keySet().stream().sorted().toList() + "; start all of them with it first");
        }
    }

    private static Promise<Void> changed(CompletableFuture<Void> change) {
        return GroupMapActor.told(Promise.from(change));
    }

    @Override
    public Promise<GroupBackup> backup(String name) {
        String checked = MapName.checked("backup", name);
        return Promise.from(CompletableFuture.supplyAsync(
                () -> write(backups.resolve(checked)),
                writing -> Thread.ofVirtual().start(writing)));
    }

    private GroupBackup write(Path target) {
        long index = machine.appliedIndex();
        try {
            Files.createDirectories(backups);
            StoreBackup written = machine.backup(target);
            return new GroupBackup(target.toString(), index, written.time(), written.files(), written.bytes());
        } catch (StoreException | IOException refusal) {
            throw new CompletionException(
                    new KeyValueException("backup refused: folder=" + target + ", " + refusal.getMessage(), refusal));
        }
    }
}
