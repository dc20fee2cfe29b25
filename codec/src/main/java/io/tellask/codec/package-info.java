/** Object graphs to bytes and back: allow-list, budgets, schemas. Open {@code Codec} first. */
@NullMarked
package io.tellask.codec;

import org.jspecify.annotations.NullMarked;
