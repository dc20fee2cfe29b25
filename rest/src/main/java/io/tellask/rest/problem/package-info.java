/** What senders are told when a request is refused. Open {@code Refusal} first. */
@NullMarked
package io.tellask.rest.problem;

import org.jspecify.annotations.NullMarked;
