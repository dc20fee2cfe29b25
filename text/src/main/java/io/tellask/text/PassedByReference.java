package io.tellask.text;

/** Stands for an object that stays where it is: a message names it, and who receives the message calls it there. The proxies of actors are such. */
public interface PassedByReference {}
