/**
 * What the commands do: each group of them is a class whose name ends in {@code Commands}, and a new one is a line in
 * {@code commands.txt} and an entry in the table of its group. Open {@link io.tellask.kv.resp.command.Commands} first, then
 * {@link io.tellask.kv.resp.command.StringCommands}.
 */
@NullMarked
package io.tellask.kv.resp.command;

import org.jspecify.annotations.NullMarked;
