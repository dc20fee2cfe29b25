/** What actors use again and again: work in order by key, throttling, debouncing, states. Each object belongs to the actor that makes it. */
@NullMarked
package io.tellask.actor.pattern;

import org.jspecify.annotations.NullMarked;
