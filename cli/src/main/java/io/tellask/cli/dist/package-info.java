/**
 * The distribution: a folder with the program, its own Java runtime and an AOT cache, packed into a tarball. The same sources, built with the same
 * JDK, give the same bytes. Open {@link io.tellask.cli.dist.Distribution} first.
 */
@NullMarked
package io.tellask.cli.dist;

import org.jspecify.annotations.NullMarked;
