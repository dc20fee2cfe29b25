/** What runs the stress tests, and what they share. Begin with {@link io.tellask.stress.StressMain}. */
@NullMarked
package io.tellask.stress;

import org.jspecify.annotations.NullMarked;
