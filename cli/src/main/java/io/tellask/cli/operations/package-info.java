/** {@code tellask connections} and what else shows a running server to those who run it. Open {@code ConnectionsCommand} first. */
@NullMarked
package io.tellask.cli.operations;

import org.jspecify.annotations.NullMarked;
