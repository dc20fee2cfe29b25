/** Classes and types of Java as both front-ends see them. Open {@code ClassSource} first. */
@NullMarked
package io.tellask.typescript.model;

import org.jspecify.annotations.NullMarked;
