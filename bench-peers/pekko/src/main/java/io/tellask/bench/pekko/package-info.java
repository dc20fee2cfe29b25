/**
 * Apache Pekko as a contender: classic remote actors over Artery TCP with a hand-written serializer. Open
 * {@link io.tellask.bench.pekko.Protocol} first: the messages; {@code bench.conf} holds the tuning.
 */
@NullMarked
package io.tellask.bench.pekko;

import org.jspecify.annotations.NullMarked;
