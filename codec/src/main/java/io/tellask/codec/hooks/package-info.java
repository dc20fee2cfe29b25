/**
 * Hooks of Java serialization: {@code writeObject}, {@code readObject}, {@code writeReplace}, {@code readResolve} and
 * {@code Externalizable}.
 *
 * <p>Open {@link io.tellask.codec.hooks.HookedCodec} first: a {@code HierarchyPart} is one class of a hierarchy, {@code
 * HierarchyPartItems} what it wrote, {@code HookInput} and {@code HookOutput} the streams that hooks see. Uses {@code object}.
 */
@NullMarked
package io.tellask.codec.hooks;

import org.jspecify.annotations.NullMarked;
