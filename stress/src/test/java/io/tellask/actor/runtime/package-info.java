/** What an actor's messages pass through: mailboxes, queues of the pool, dispatchers. Begin with {@link io.tellask.actor.runtime.MailboxStress}. */
@NullMarked
package io.tellask.actor.runtime;

import org.jspecify.annotations.NullMarked;
