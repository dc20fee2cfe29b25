/**
 * What a module of JavaScript imports, found without running it and without a parser: {@link io.tellask.web.script.ModuleLexer} reads
 * it, {@link io.tellask.web.script.ModuleReference} says where it names another one, {@link io.tellask.web.script.SourceEdits} changes
 * such places and nothing else.
 */
@NullMarked
package io.tellask.web.script;

import org.jspecify.annotations.NullMarked;
