/**
 * {@code tellask kv}: reads and writes the maps of a server. Open {@link io.tellask.cli.kv.KvCommand} first, which names the others; each
 * is a class.
 */
@NullMarked
package io.tellask.cli.kv;

import org.jspecify.annotations.NullMarked;
