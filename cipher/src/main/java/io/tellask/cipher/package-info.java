/**
 * Stream ciphers: {@code StreamCipher} first, for key streams alone; {@code SecretBox} for messages that must not be changed either, which is what most
 * programs want; {@code TokenSealer} for small values that a stranger keeps and brings back. {@code TellaskProvider} and {@code
 * BouncyCastleStreamCipher} serve programs that are written for those interfaces.
 */
@NullMarked
package io.tellask.cipher;

import org.jspecify.annotations.NullMarked;
