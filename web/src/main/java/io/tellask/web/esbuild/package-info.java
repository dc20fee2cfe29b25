/**
 * The program esbuild: {@link io.tellask.web.esbuild.EsbuildBinary} finds it, {@link io.tellask.web.esbuild.EsbuildRun} runs it in a
 * folder of its own.
 */
@NullMarked
package io.tellask.web.esbuild;

import org.jspecify.annotations.NullMarked;
