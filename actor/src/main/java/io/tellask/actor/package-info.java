/** Actors in one process: typed references, promises, streams, mailboxes, dispatchers, timers. Knows no codec and no network. */
@NullMarked
package io.tellask.actor;

import org.jspecify.annotations.NullMarked;
