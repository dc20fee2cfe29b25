/**
 * What actors are often built with: routers, ordered work by key, limits of rate. Open {@link io.tellask.actor.pattern.Routers} first.
 */
@NullMarked
package io.tellask.actor.pattern;

import org.jspecify.annotations.NullMarked;
