/** Actors and promises as their users see them. Begin with {@link io.tellask.actor.ActorStress}. */
@NullMarked
package io.tellask.actor;

import org.jspecify.annotations.NullMarked;
