package io.tellask.web.bundle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Code of a page after esbuild.
 *
 * @param script of all modules; null if there are none
 * @param sourceMap of the script, in JSON; null where there is no script
 * @param styles minified, in order
 */
record CombinedCode(@Nullable String script, @Nullable String sourceMap, List<String> styles) {}
