/** {@code tellask passwd}: users who log in. Open {@code PasswdCommand} first. */
@NullMarked
package io.tellask.cli.login;

import org.jspecify.annotations.NullMarked;
