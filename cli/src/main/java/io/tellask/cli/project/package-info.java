/** Projects that {@code tellask new} writes. Open {@link io.tellask.cli.project.NewProject} first; the templates are resources of this package. */
@NullMarked
package io.tellask.cli.project;

import org.jspecify.annotations.NullMarked;
