package io.tellask.cluster.actors;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import java.util.Objects;

/**
 * Which actor is meant.
 *
 * @param type the full name of its contract
 * @param key which of that type
 */
record ActorId(String type, String key) {
    /** How the names begin under which hosts find actors, and keys of the group's map with their state. */
    static final String PREFIX = "tellask.actor/";

    private static final int MOST_NAME = 256; // as long as a published name may be

    /** The actor of a contract and a key. */
    static ActorId of(Class<?> contract, String key) {
        Objects.requireNonNull(contract, "contract");
        ActorId id = new ActorId(contract.getName(), Objects.requireNonNull(key, "key"));
        int length = id.name().length();
        if (length > MOST_NAME || key.isEmpty()) {
            throw new IllegalArgumentException("cluster: length of the key=" + key.length() + ", allowed=1.."
                    + (MOST_NAME - length + key.length()) + " with contract=" + contract.getName()
                    + "; choose a shorter one, a digest say");
        }
        return id;
    }

    /** The contract of actors that may have to be looked for at each call. */
    static <C> Contract<C> contract(Class<C> type) {
        Contract<C> contract = Contract.of(Objects.requireNonNull(type, "contract"));
        for (ContractMethod method : contract.methods()) {
            if (method.kind() == ContractMethod.Kind.BLOCKING) {
                throw new ContractException("cluster: contract=" + type.getName() + ", method=" + method.name()
                        + " blocks, and its actor may have to be found first; declare it to return Promise");
            }
        }
        return contract;
    }

    /** Of a {@link #name}. */
    static ActorId parse(String name) {
        int slash = name.indexOf('/', PREFIX.length());
        if (slash < 0 || slash == name.length() - 1) {
            throw new IllegalArgumentException("cluster: this is no name of an actor; it is " + PREFIX + "type/key");
        }
        return new ActorId(name.substring(PREFIX.length(), slash), name.substring(slash + 1));
    }

    String name() {
        return PREFIX + type + "/" + key;
    }

    /** For people. */
    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('.') + 1) + "/" + key;
    }
}
