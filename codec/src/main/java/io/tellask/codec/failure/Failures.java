package io.tellask.codec.failure;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.NotInPlaceException;
import io.tellask.text.SafeText;
import java.time.DateTimeException;

/** What a failure says, and which failures are passed on unchanged. */
public final class Failures {
    private Failures() {}

    /**
     * What a failure says, {@linkplain SafeText#of bounded and printable}; of a date or a time only its class, since
     * the JDK repeats the value.
     */
    public static String said(Throwable failure) {
        if (failure instanceof DateTimeException) {
            return failure.getClass().getName();
        }
        try {
            return SafeText.of(failure.toString());
        } catch (StackOverflowError full) {
            return failure.getClass().getName();
        } catch (VirtualMachineError broken) {
            throw broken;
        } catch (Throwable own) { // the application's own getMessage
            return failure.getClass().getName();
        }
    }

    /** Throws errors of the virtual machine and requests to start again in another way; gives any other failure back. */
    public static Throwable checked(Throwable failure) {
        if (failure instanceof VirtualMachineError
                || failure instanceof StartAgain
                || failure instanceof NotInPlaceException) {
            throw Failures.<RuntimeException>unchanged(failure);
        }
        return failure;
    }

    /** Throws a failure as it is, declared or not. */
    @SuppressWarnings("unchecked")
    public static <T extends Throwable> RuntimeException unchanged(Throwable failure) throws T {
        throw (T) failure;
    }

    /** What a hook of the application threw while it wrote, as the exception that the codec's callers expect. */
    public static RuntimeException writing(Throwable failure, Class<?> type, String hook) {
        return failure instanceof EncodeException known
                ? known
                : new EncodeException(
                        "encode: " + hook + " of class=" + type.getName() + " failed: " + said(checked(failure)),
                        failure);
    }

    /** The same while it read. */
    public static RuntimeException reading(Throwable failure, Class<?> type, String hook) {
        return failure instanceof DecodeException known
                ? known
                : new DecodeException(
                        "decode: " + hook + " of class=" + type.getName() + " failed: " + said(checked(failure)),
                        failure);
    }

    /** Thrown to begin a message once more in another way; no failure, and it carries no trace. */
    public abstract static class StartAgain extends RuntimeException {
        private static final long serialVersionUID = 1;

        private StartAgain(String how) {
            super(how, null, false, false);
        }
    }

    /** Thrown to read a message from its start in another way. */
    public abstract static class ReadAgain extends StartAgain {
        private static final long serialVersionUID = 1;

        public ReadAgain(String how) {
            super(how);
        }
    }

    /** Thrown to write a graph from its start in parts, because it is too long for one frame. */
    public static final class WriteInParts extends StartAgain {
        private static final long serialVersionUID = 1;

        public WriteInParts() {
            super("written anew in parts");
        }
    }
}
