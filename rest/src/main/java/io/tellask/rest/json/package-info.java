/** JSON that is made and taken apart here, beside that of values. Open {@code JsonText} or {@code JsonFields} first. */
@NullMarked
package io.tellask.rest.json;

import org.jspecify.annotations.NullMarked;
