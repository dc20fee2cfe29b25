/**
 * What a server does, for those who run it: an actor that tells it, {@link io.tellask.console.Console}, and the page that shows it. Begin with
 * {@link io.tellask.console.ServerConsole}, which makes both.
 */
@NullMarked
package io.tellask.console;

import org.jspecify.annotations.NullMarked;
