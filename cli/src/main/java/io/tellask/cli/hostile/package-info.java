/**
 * Attacks a server process with a small heap over raw sockets while honest clients use it, and judges whether it stays up, keeps its promises to
 * them, and gives back all memory. Open {@link io.tellask.cli.hostile.HostileTest} first, then {@link io.tellask.cli.hostile.AttackKind} and
 * {@link io.tellask.cli.hostile.NativeAttacks}.
 */
@NullMarked
package io.tellask.cli.hostile;

import org.jspecify.annotations.NullMarked;
