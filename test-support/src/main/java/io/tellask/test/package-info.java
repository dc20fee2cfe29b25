/**
 * What the tests of all modules share. {@code junit-platform.properties} beside these classes says how tests run: two classes at a time,
 * each test within a time limit, with the seed in the report of each failure. Open {@link io.tellask.test.Await} first.
 */
@NullMarked
package io.tellask.test;

import org.jspecify.annotations.NullMarked;
