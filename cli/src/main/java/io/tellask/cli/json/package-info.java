/**
 * Records as lines of JSON, read and written. Open {@link io.tellask.cli.json.JsonLine} first, then
 * {@link io.tellask.cli.json.RecordReader}, which reads a file of them.
 */
@NullMarked
package io.tellask.cli.json;

import org.jspecify.annotations.NullMarked;
