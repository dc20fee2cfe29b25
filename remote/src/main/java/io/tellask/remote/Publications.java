package io.tellask.remote;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.contract.LocalReference;
import io.tellask.codec.Codec;
import io.tellask.remote.frame.PublishedName;
import io.tellask.remote.session.RemoteContract;
import io.tellask.remote.session.SessionSettings.Publication;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** What one side of a session publishes, while it is gathered. Not thread-safe. */
final class Publications {
    private final Map<String, Publication> byName = new HashMap<>();
    private final List<Object> own = new ArrayList<>(); // references to actors that were spawned to be published here

    Publications() {}

    /** What others publish so far. */
    Publications(Publications others) {
        byName.putAll(others.byName);
    }

    <C> void add(String name, Class<C> contract, C reference) {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(reference, "reference");
        PublishedName.check(name);
        if (!(reference instanceof LocalReference local)) {
            throw new IllegalArgumentException("publish: name=" + name
                    + ", the object is no actor reference; publish what ActorSystem.spawn returned");
        }
        if (!contract.isInstance(reference)) {
            throw new IllegalArgumentException(
                    "publish: name=" + name + ", contract=" + contract.getName() + ", the reference " + reference
                            + " does not implement it; publish it by the contract it was spawned with");
        }
        RemoteContract<C> checked = RemoteContract.of(contract);
        if (byName.putIfAbsent(name, new Publication(checked, local)) != null) {
            throw new IllegalArgumentException("publish: name=" + name + " is published already; choose another");
        }
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

    /** Publishes what actors do, for principals that are permitted; on a thread of its own. */
    void addActorOperations(ActorSystem system, Predicate<Principal> permitted) {
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
    }

    /** What is published so far. */
    Map<String, Publication> soFar() {
        return Map.copyOf(byName);
    }
}
