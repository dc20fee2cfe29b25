/** Actors in one process: typed references, promises, streams, mailboxes, dispatchers, timers. Knows no codec and no network. */
package io.tellask.actor;
