/** What a server says of itself: {@code tellask describe} what it publishes, {@code tellask health} how it is. */
@NullMarked
package io.tellask.cli.describe;

import org.jspecify.annotations.NullMarked;
