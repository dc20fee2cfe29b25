/**
 * The commands that put the product to the test: {@code crash-test}, {@code damage-test}, {@code hostile-test}, {@code soak} and {@code tell-loop}. What
 * they do stands in the packages {@code crash} and {@code hostile}, but for the rounds against a server in
 * {@link io.tellask.cli.trial.CrashRounds}; open {@link io.tellask.cli.trial.CrashTestCommand} first.
 */
@NullMarked
package io.tellask.cli.trial;

import org.jspecify.annotations.NullMarked;
