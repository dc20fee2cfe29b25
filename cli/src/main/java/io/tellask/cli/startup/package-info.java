/** What makes the program start quickly: jars that a JVM takes into an AOT cache. Open {@link io.tellask.cli.startup.ProgramJars} first. */
@NullMarked
package io.tellask.cli.startup;

import org.jspecify.annotations.NullMarked;
