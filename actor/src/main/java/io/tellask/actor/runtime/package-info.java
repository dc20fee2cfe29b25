/**
 * What runs actors, behind the public API: cells, mailboxes, messages and threads. Not exported to applications; promises, generated proxies and
 * the remote module use it. Open {@link io.tellask.actor.runtime.ActorCell} first.
 */
@NullMarked
package io.tellask.actor.runtime;

import org.jspecify.annotations.NullMarked;
