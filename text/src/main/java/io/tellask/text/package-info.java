/**
 * Text that a peer chose, as error messages, logs and terminals may show it.
 *
 * <p>Open {@link io.tellask.text.SafeText} first; {@link io.tellask.text.SafeFailure} does the same for an exception
 * that goes into a log. {@link io.tellask.text.StackHeadroom} is here because every module may use it. Nothing here knows another module.
 */
@NullMarked
package io.tellask.text;

import org.jspecify.annotations.NullMarked;
