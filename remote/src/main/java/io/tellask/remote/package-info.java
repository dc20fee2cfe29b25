/** The remote protocol: sessions, method tables, references, credit, deadlines, streams, spores, and the transport interface. */
package io.tellask.remote;
