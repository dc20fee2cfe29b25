/**
 * The code generated for contracts of topics: {@code TopicReference} is what publishers call, {@code TopicSkeleton} calls subscribers, and
 * {@code TopicCode} writes both. Not exported, but to generated code.
 */
@NullMarked
package io.tellask.aeron.calls;

import org.jspecify.annotations.NullMarked;
