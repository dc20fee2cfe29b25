/**
 * Login: a published actor that checks who a client is, and answers with an actor for that client alone.
 *
 * <p>Begin with {@link io.tellask.login.Login}, the contract, and {@link io.tellask.login.LoginActor}, which implements it;
 * {@link io.tellask.login.PasswordFile} keeps users.
 */
@NullMarked
package io.tellask.login;

import org.jspecify.annotations.NullMarked;
