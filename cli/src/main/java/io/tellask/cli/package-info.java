/**
 * The tellask command. Open {@link io.tellask.cli.Main} first, which lists the commands. Each group of them is a package, and a package uses only
 * those on lines below its own:
 *
 * <pre>
 *   cli                               the program, which composes the commands
 *   kv, serve, store, codec,          the commands; trial has those that put the product to the test,
 *   demo, trial                         and crash and hostile have what these do
 *   crash, hostile, dist                dist makes the tarball that needs no JDK
 *   project, startup                  what {@code tellask new} writes; what makes the program start quickly
 *   server, json, transfer            reaching a server, records as lines of JSON, files of exports
 *   terminal                          what all commands print and share
 * </pre>
 */
@NullMarked
package io.tellask.cli;

import org.jspecify.annotations.NullMarked;
