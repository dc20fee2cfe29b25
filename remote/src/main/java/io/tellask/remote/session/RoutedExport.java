package io.tellask.remote.session;

import io.tellask.actor.contract.RouterReference;

/**
 * A router of this side that the peer may call: an actor of the session's loop, which makes each call of the router. What the peer passes back is the router itself.
 *
 * <p>Thread-safety: as {@link Export}.
 */
final class RoutedExport extends Export {
    private final RouterReference router;

    RoutedExport(Endpoint endpoint, int referenceId, RouterReference router, RemoteContract<?> contract) {
        this.router = router;
        super(
                endpoint,
                referenceId,
                LoopHost.newCell(endpoint, "router of " + contract.name(), router),
                contract,
                contract.skeleton(endpoint));
    }

    @Override
    Object target() {
        return router;
    }

    @Override
    Object reference() {
        return router;
    }
}
