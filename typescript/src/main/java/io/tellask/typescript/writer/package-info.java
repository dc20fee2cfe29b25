/** The texts of a module: {@code ScriptWriter} for JavaScript, {@code DeclarationWriter} for TypeScript. */
@NullMarked
package io.tellask.typescript.writer;

import org.jspecify.annotations.NullMarked;
