package io.tellask.actor.pattern;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.RouterCode;
import io.tellask.actor.contract.RouterCode.Form;
import io.tellask.actor.contract.RouterReference;
import io.tellask.text.SafeText;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * References of a contract whose calls go to other references of it, the routees: local actors, remote ones, or both.
 *
 * <p>A router is no actor: the call is made by the caller, who is told by the routee's reference what becomes of it. Routees that have stopped are
 * taken out when a call meets them, remote ones when they were released or their session has ended for good; a call that was on its way then fails as it
 * would without a router. Without routees a tell, a stream's subscription and a blocking call fail with {@link NoRouteeException}, and so does the promise of an
 * ask. A router cannot be a routee or be published: let an actor call it there. Another process that is passed one, as an argument or a result, calls it as any
 * reference; the calls go on from here, on the loop of the session that they came by, so a method that blocks fails.
 *
 * <p>Thread-safe, and without a lock on the way of a call. Each creation raises {@link ContractException} if the contract cannot be routed so, and {@link
 * IllegalArgumentException} for what is no reference of the contract, was added before, or is one more than {@value #MOST_ROUTEES}.
 */
public final class Routers {
    /** Routees that a router may have. */
    public static final int MOST_ROUTEES = 1_024;

    private Routers() {}

    /** Calls one routee after the other. */
    public static <C> C roundRobin(Class<C> contract, Collection<? extends C> routees) {
        return router(contract, Form.ANY, null, new RoundRobin(contract), routees);
    }

    /**
     * Calls the routee that has least to do. The load of a local actor is the messages that wait or are handled; that of a remote one the asks of this process in
     * its session that are not answered: tells do not count, and actors of one session have the same load. One whose connection is broken has more than any other, and
     * is called only where all are so. Of several that have as little, one after the other. Looks at each routee until one has nothing to do.
     */
    public static <C> C leastLoaded(Class<C> contract, Collection<? extends C> routees) {
        return router(contract, Form.ANY, null, new LeastLoaded(contract), routees);
    }

    /**
     * Calls the routee that the first argument of the call belongs to, by its {@code hashCode}; whole numbers by all their bits. A routee that is added takes
     * about its share of the keys from the others, and no key changes otherwise.
     */
    public static <C> C byFirstArgument(Class<C> contract, Collection<? extends C> routees) {
        return router(contract, Form.BY_ARGUMENT, null, new KeyRing(contract, null), routees);
    }

    /**
     * As {@link #byFirstArgument}, by a key that a function makes of the first argument. It runs at each call, on the caller's thread; what it throws
     * comes through. It is not asked for a null, which is a key itself.
     *
     * @param argument what the first parameter of each method is, or extends
     */
    @SuppressWarnings("unchecked") // each first argument is of the class: the contract is checked for it
    public static <C, A> C byKey(
            Class<C> contract, Class<A> argument, Function<? super A, ?> key, Collection<? extends C> routees) {
        Objects.requireNonNull(argument, "argument");
        Objects.requireNonNull(key, "key");
        KeyRing ring = new KeyRing(contract, (Function<Object, ?>) key);
        return router(contract, Form.BY_ARGUMENT, argument, ring, routees);
    }

    /**
     * Makes each tell of every routee, with the same arguments. What some refuse does not keep it from the others; the first failure is thrown in the end, with the
     * rest as suppressed ones. The contract has tells only.
     */
    public static <C> C broadcast(Class<C> contract, Collection<? extends C> routees) {
        return router(contract, Form.ALL, null, new Routees(contract), routees);
    }

    private static <C> C router(
            Class<C> contract, Form form, @Nullable Class<?> key, Routees chosen, Collection<? extends C> routees) {
        Objects.requireNonNull(contract, "contract");
        Objects.requireNonNull(routees, "routees");
        C router = RouterCode.of(Contract.of(contract), form, key).newRouter(chosen);
        chosen.add(routees);
        return router;
    }

    /** Adds a routee. */
    public static <C> void add(C router, C routee) {
        Objects.requireNonNull(routee, "routee");
        routeesOf(router).add(List.of(routee));
    }

    /** Takes a routee out; false if it was none. What it was sent before is not affected. */
    public static <C> boolean remove(C router, C routee) {
        Objects.requireNonNull(routee, "routee");
        return routeesOf(router).remove(routee);
    }

    /** The routees that live, in the order in which they were added. */
    @SuppressWarnings("unchecked") // each was checked to be of the router's contract
    public static <C> List<C> routees(C router) {
        return (List<C>) routeesOf(router).all();
    }

    private static Routees routeesOf(Object router) {
        Objects.requireNonNull(router, "router");
        if (router instanceof RouterReference reference && reference.routing() instanceof Routees routees) {
            return routees;
        }
        throw new IllegalArgumentException("router: object=" + SafeText.of(String.valueOf(router))
                + " is no router; give what a method of Routers returned");
    }
}
