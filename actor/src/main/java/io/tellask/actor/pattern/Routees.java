package io.tellask.actor.pattern;

import io.tellask.actor.contract.Routee;
import io.tellask.actor.contract.Routing;
import io.tellask.text.SafeText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The routees of one router: who all are called. Those that are gone are taken out when a call meets them. Subclasses choose one.
 *
 * <p>Thread-safe: the list is replaced, and never changed.
 */
class Routees implements Routing {
    private final Class<?> contract;
    private volatile List<Routee> routees = List.of();

    Routees(Class<?> contract) {
        this.contract = contract;
    }

    /** Adds all or, if one cannot be, none. */
    final synchronized void add(Collection<?> references) {
        Set<Routee> more = new LinkedHashSet<>(all());
        for (Object reference : references) {
            if (!more.add(checked(reference))) {
                throw new IllegalArgumentException(what(reference) + " was added before; add each once");
            }
        }
        if (more.size() > Routers.MOST_ROUTEES) {
            throw new IllegalArgumentException("router: contract=" + contract.getName() + ", routees=" + more.size()
                    + " > MOST_ROUTEES=" + Routers.MOST_ROUTEES + "; take several routers");
        }
        replace(more);
    }

    private Routee checked(Object reference) {
        Objects.requireNonNull(reference, "routee");
        if (contract.isInstance(reference) && reference instanceof Routee routee) {
            return routee;
        }
        throw new IllegalArgumentException(
                what(reference) + " is no reference to an actor of it; add what spawn or a lookup returned");
    }

    private String what(Object reference) {
        return "router: contract=" + contract.getName() + ", routee=" + SafeText.of(String.valueOf(reference));
    }

    final synchronized boolean remove(Object reference) {
        List<Routee> others = new ArrayList<>(all());
        boolean removed = others.remove(reference);
        replace(others);
        return removed;
    }

    /** Takes out who is gone. */
    final synchronized void sweep() {
        List<Routee> living = new ArrayList<>(routees);
        if (living.removeIf(this::isGone)) {
            replace(living);
        }
    }

    final boolean isGone(Routee routee) {
        return routee.isGone(Routee.Asker.ROUTER);
    }

    private void replace(Collection<Routee> others) {
        routees = List.copyOf(others);
        changed(routees);
    }

    /** There are others from here on; under the lock. */
    void changed(List<Routee> others) {
        // who keeps nothing more of them has nothing to do
    }

    /** Those that were not gone when somebody last looked. */
    final List<Routee> known() {
        return routees;
    }

    @Override
    public final List<Routee> all() {
        for (Routee routee : routees) {
            if (isGone(routee)) {
                sweep();
                break;
            }
        }
        return routees;
    }

    @Override
    public final RuntimeException refusal() {
        return new NoRouteeException(
                "router: contract=" + contract.getName() + " has no routee that lives; add one by Routers.add");
    }

    @Override
    public final String toString() {
        return "router " + contract.getSimpleName() + " of " + known();
    }
}
