/** Examples to look at. Open {@link io.tellask.cli.example.ExampleCommand}. */
@NullMarked
package io.tellask.cli.example;

import org.jspecify.annotations.NullMarked;
