package io.tellask.typescript;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a contract whose module for pages is written when it is compiled: {@code META-INF/resources/_tellask/NAME.js}
 * and {@code NAME.d.ts} in the class output, with its javadoc. The compiler must run the annotation processor of this
 * module, see {@code docs/TYPESCRIPT.md}.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface TypeScriptContract {}
