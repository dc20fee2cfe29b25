/** What a contract's types are on a page: type expressions, and their digest. Open {@code ModuleReader} first. */
@NullMarked
package io.tellask.typescript.shape;

import org.jspecify.annotations.NullMarked;
