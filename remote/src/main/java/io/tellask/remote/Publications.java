package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.contract.LocalReference;
import io.tellask.codec.Codec;
import io.tellask.remote.frame.PublishedName;
import io.tellask.remote.session.RemoteContract;
import io.tellask.remote.session.SessionSettings.Publication;
import io.tellask.remote.session.SessionSettings.Resolver;
import io.tellask.remote.session.Traffic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What one side of a session publishes, while it is gathered. Not thread-safe. */
final class Publications {
    private final Map<String, Publication> byName = new HashMap<>();
    private final List<Resolver> resolvers = new ArrayList<>();
    private final List<RemoteContract<?>> resolved = new ArrayList<>(); // contracts of theirs
    private final List<Object> own = new ArrayList<>(); // references to actors that were spawned to be published here

    Publications() {}

    /** What others publish so far. */
    Publications(Publications others) {
        byName.putAll(others.byName);
        resolvers.addAll(others.resolvers);
        resolved.addAll(others.resolved);
    }

    <C> void add(String name, Class<C> contract, C reference) {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(reference, "reference");
        PublishedName.check(name);
        LocalReference local = checked("publish: name=" + name, contract, reference);
        RemoteContract<C> checked = RemoteContract.of(contract);
        if (byName.putIfAbsent(name, new Publication(checked, local)) != null) {
            throw new IllegalArgumentException("publish: name=" + name + " is published already; choose another");
        }
    }

    private static <C> LocalReference checked(String what, Class<C> contract, C reference) {
        if (!(reference instanceof LocalReference local)) {
            throw new IllegalArgumentException(
                    what + ", the object is no actor reference; publish what ActorSystem.spawn returned");
        }
        if (!contract.isInstance(reference)) {
            throw new IllegalArgumentException(what + ", contract=" + contract.getName() + ", the reference "
                    + reference + " does not implement it; publish it by the contract it was spawned with");
        }
        return local;
    }

    /** Publishes whatever a resolver finds by names that begin with a prefix. */
    void addResolver(String prefix, Collection<? extends Class<?>> contracts, NameResolver resolver) {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(contracts, "contracts");
        Objects.requireNonNull(resolver, "resolver");
        PublishedName.check(prefix);
        if (prefix.isEmpty() || resolvers.stream().anyMatch(each -> overlap(each.prefix(), prefix))) {
            throw new IllegalArgumentException("publish: prefix=" + prefix
                    + " is empty, or names would begin with that of another resolver, too; choose another");
        }
        Set<Class<?>> known = Set.copyOf(contracts);
        known.forEach(each -> resolved.add(RemoteContract.of(each)));
        resolvers.add(new Resolver(
                prefix, name -> resolver.resolve(name).thenApply(found -> publication(name, known, found))));
    }

    private static boolean overlap(String one, String other) {
        return one.startsWith(other) || other.startsWith(one);
    }

    @SuppressWarnings("unchecked") // the record keeps the two together
    private static Publication publication(String name, Set<Class<?>> known, NameResolver.Found<?> found) {
        String what = "resolve: name=" + name;
        if (!known.contains(found.contract())) {
            throw new IllegalArgumentException(what + ", contract="
                    + found.contract().getName() + " is none that the resolver was published with; add it there");
        }
        LocalReference local = checked(what, (Class<Object>) found.contract(), found.reference());
        return new Publication(RemoteContract.of(found.contract()), local);
    }

    /** Refuses what is missing of an actor that is published once the server is there. */
    static void requireAll(String name, Class<?> contract, Object actor, SpawnOptions options) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(options, "options");
    }

    /** Publishes an actor that is spawned for it, until {@link #stopOwn}. */
    <C> void spawn(
            ActorSystem system, String name, Class<C> contract, Supplier<? extends C> factory, SpawnOptions options) {
        C reference = system.spawn(contract, factory, options);
        own.add(reference);
        add(name, contract, reference);
    }

    /** Stops the actors that were spawned to be published. */
    void stopOwn(ActorSystem system) {
        own.forEach(system::stop);
    }

    /** Publishes what is published, for tools. */
    void addDirectory(ActorSystem system) {
        Map<String, Class<?>> contracts = new HashMap<>();
        byName.forEach((name, publication) ->
                contracts.put(name, publication.contract().contract().type()));
        contracts.put(Directory.PUBLISHED_NAME, Directory.class);
        List<Directory.PublishedMethod> methods = PublishedMethods.of(contracts);
        spawn(
                system,
                Directory.PUBLISHED_NAME,
                Directory.class,
                () -> () -> Promise.of(methods),
                SpawnOptions.defaults());
    }

    /** Publishes who is connected and what actors do, for principals that are permitted. */
    void addOperations(
            ActorSystem system, Predicate<Principal> permitted, ConnectionList connections, Traffic traffic) {
        spawn(
                system,
                Operations.PUBLISHED_NAME,
                Operations.class,
                () -> new OperationsActor(permitted, connections, traffic),
                SpawnOptions.defaults());
        addActorOperations(system, permitted);
    }

    /** Publishes what actors do, for principals that are permitted; on a thread of its own. */
    private void addActorOperations(ActorSystem system, Predicate<Principal> permitted) {
        spawn(
                system,
                ActorOperations.PUBLISHED_NAME,
                ActorOperations.class,
                () -> new ActorOperationsActor(permitted),
                SpawnOptions.dedicatedThread());
    }

    /** Publishes how the server is, which it says itself. */
    void addHealth(ActorSystem system, Supplier<Health.Report> report) {
        spawn(
                system,
                Health.PUBLISHED_NAME,
                Health.class,
                () -> () -> Promise.of(report.get()),
                SpawnOptions.defaults());
    }

    /** Refuses parameters and results that can never be encoded. */
    void check(Codec codec) {
        byName.values().forEach(publication -> publication.contract().checkPublished(codec));
        resolved.forEach(contract -> contract.checkPublished(codec));
    }

    /** What is published so far. */
    Map<String, Publication> soFar() {
        return Map.copyOf(byName);
    }

    /** Who finds what is not published by name. */
    List<Resolver> resolvers() {
        return List.copyOf(resolvers);
    }
}
