package io.tellask.cli.hostile;

/** What a kind of attack does to a server. Stateless: one object may run several times, at the same time too. */
interface Attack {
    /** Attacks until the time of the setting is over, and closes all that it opened. */
    AttackTally run(AttackContext setting) throws Exception;
}
