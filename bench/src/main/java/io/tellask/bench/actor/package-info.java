/** What messages between actors of one process cost, and what actors themselves do. */
@NullMarked
package io.tellask.bench.actor;

import org.jspecify.annotations.NullMarked;
