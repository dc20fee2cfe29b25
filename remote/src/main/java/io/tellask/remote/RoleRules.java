package io.tellask.remote;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Lets principals call the contracts that one of their roles may call, and nothing else. Immutable; thread-safe.
 *
 * <pre>{@code
 * RoleRules.builder()
 *         .everybody(Greeter.class)
 *         .role("trader", Trading.class, Quotes.class)
 *         .role("admin", Console.class)
 *         .build()
 * }</pre>
 */
public final class RoleRules implements Interceptor {
    private final Set<Class<?>> open;
    private final Map<Class<?>, Set<String>> roles;

    private RoleRules(Builder builder) {
        open = Set.copyOf(builder.open);
        roles = new HashMap<>();
        builder.roles.forEach((contract, names) -> roles.put(contract, Set.copyOf(names)));
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public void before(IncomingCall call) {
        Class<?> contract = call.contract();
        if (open.contains(contract)) {
            return;
        }
        for (String role : roles.getOrDefault(contract, Set.of())) {
            if (call.principal().hasRole(role)) {
                return;
            }
        }
        throw new AccessDeniedException("call: principal=" + call.principal() + " may not call "
                + contract.getSimpleName() + "." + call.method()
                + "; ask whoever runs the server for a role that may");
    }

    /** The rules while they are made. Not thread-safe. */
    public static final class Builder {
        private final Set<Class<?>> open = new HashSet<>();
        private final Map<Class<?>, Set<String>> roles = new HashMap<>();

        private Builder() {}

        /** Whoever has the role may call these contracts. */
        public Builder role(String role, Class<?>... contracts) {
            Objects.requireNonNull(role, "role");
            Objects.requireNonNull(contracts, "contracts");
            for (Class<?> contract : contracts) {
                roles.computeIfAbsent(requireInterface(contract), _ -> new HashSet<>())
                        .add(role);
            }
            return this;
        }

        /** Everybody may call these contracts, those without a role as well. */
        public Builder everybody(Class<?>... contracts) {
            Objects.requireNonNull(contracts, "contracts");
            for (Class<?> contract : contracts) {
                open.add(requireInterface(contract));
            }
            return this;
        }

        private static Class<?> requireInterface(Class<?> contract) {
            if (!contract.isInterface()) {
                throw new IllegalArgumentException(
                        "rules: class=" + contract.getName() + " is no interface; name the contract");
            }
            return contract;
        }

        public RoleRules build() {
            return new RoleRules(this);
        }
    }
}
