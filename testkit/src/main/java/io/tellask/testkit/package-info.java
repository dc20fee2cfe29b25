/** Virtual time, a seeded dispatcher and a faulty in-memory transport, for our tests and those of users. */
@NullMarked
package io.tellask.testkit;

import org.jspecify.annotations.NullMarked;
