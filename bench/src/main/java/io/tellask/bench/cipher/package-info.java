/** The cipher suite: key streams and boxes, and what a sealed token costs. Open {@link io.tellask.bench.cipher.CipherSuite} first. */
@NullMarked
package io.tellask.bench.cipher;

import org.jspecify.annotations.NullMarked;
