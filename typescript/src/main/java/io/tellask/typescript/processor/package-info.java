/** The front-end for sources: an annotation processor. Open {@code TypeScriptProcessor} first. */
@NullMarked
package io.tellask.typescript.processor;

import org.jspecify.annotations.NullMarked;
