/** Requests that become calls: who calls, what the arguments are, what the answer is. Open {@code RestCall} first. */
@NullMarked
package io.tellask.rest.call;

import org.jspecify.annotations.NullMarked;
