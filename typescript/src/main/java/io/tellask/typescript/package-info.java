/**
 * TypeScript types of Java contracts: {@link io.tellask.typescript.ContractModules} writes them at run time,
 * {@link io.tellask.typescript.TypeScriptContract} asks for them at build time.
 */
@NullMarked
package io.tellask.typescript;

import org.jspecify.annotations.NullMarked;
