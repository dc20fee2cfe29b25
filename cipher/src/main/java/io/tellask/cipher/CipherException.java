package io.tellask.cipher;

/** What ciphers throw: unchecked, one type a cause. The message names the field, its value, the limit and the remedy, and holds nothing secret. */
public abstract sealed class CipherException extends RuntimeException
        permits AdditionalDataException,
                CipherClosedException,
                ForgedMessageException,
                KeyLengthException,
                KeyStreamEndException,
                NonceLengthException,
                NonceReuseException,
                OverlapException,
                TargetTooSmallException,
                TruncatedMessageException {
    CipherException(String message) {
        super(message);
    }
}
