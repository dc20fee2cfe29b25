/** The remote protocol: sessions, method tables, references, credit, deadlines, streams, spores, and the transport interface. */
@NullMarked
package io.tellask.remote;

import org.jspecify.annotations.NullMarked;
