/**
 * Contracts, and the classes that are generated for them: proxies and the messages of calls. Not for applications; the remote module generates
 * its own proxies with it. Open {@link io.tellask.actor.contract.Contract} first, then {@link io.tellask.actor.contract.LocalCode}.
 */
@NullMarked
package io.tellask.actor.contract;

import org.jspecify.annotations.NullMarked;
