/** What declared types are to REST. Open {@code Types} first. */
@NullMarked
package io.tellask.rest.type;

import org.jspecify.annotations.NullMarked;
