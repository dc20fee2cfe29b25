/**
 * The buzzword cloud: pages that call actors. Whoever enters adds words, and everybody sees them grow. Begin with
 * {@link io.tellask.examples.cloud.Cloud}, the contract, then {@link io.tellask.examples.cloud.CloudServer}; the page lies in
 * {@code src/main/resources/cloud}.
 */
@NullMarked
package io.tellask.examples.cloud;

import org.jspecify.annotations.NullMarked;
