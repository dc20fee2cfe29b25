/** Object graphs to bytes and back: allow-list, budgets, schemas. Open {@code Codec} first. */
package io.tellask.codec;
