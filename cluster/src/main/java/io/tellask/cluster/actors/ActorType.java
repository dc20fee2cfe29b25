package io.tellask.cluster.actors;

import java.util.function.Function;

/**
 * A type of actors that a host runs.
 *
 * @param <C> the contract
 */
record ActorType<C>(Class<C> contract, Function<Activation, ? extends C> factory, ActorOptions options) {}
