/** The front-end for classes that are compiled. Open {@code ReflectedClasses} first. */
@NullMarked
package io.tellask.typescript.reflection;

import org.jspecify.annotations.NullMarked;
