/** What routers, topics, queues and throttles do while actors end and callers leave. Begin with {@link io.tellask.actor.pattern.RouteesStress}. */
@NullMarked
package io.tellask.actor.pattern;

import org.jspecify.annotations.NullMarked;
