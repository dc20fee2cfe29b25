package io.tellask.text;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;

/**
 * Sees to it that what must not stop half-way has the stack that it needs: raises {@link StackOverflowError} where less is left, before
 * anything is changed.
 *
 * <p>An endless recursion that calls an actor at each level ends with a {@code StackOverflowError} wherever the stack happens to end. Within
 * a lock-free queue, or while a batch's lock is held, that would leave the queue or the lock useless for everybody. Whoever is about to
 * change such a thing asks here first. What needs more asks before what it calls asks for less, so that only the first one can fail.
 *
 * <pre>
 * How it works
 *   The machine compares the stack that is left with a method's frame when the method is entered. Each size here is a
 *   method with as many local variables as make its frame so large, which nothing in Java source could be written like.
 *   An interpreted call has that frame. Compiled code has not, but it must be able to go back to the interpreter at the
 *   branch that is never taken, and so the check made at its entry (one write a page, together some nanoseconds) counts
 *   the frame which it would then need; also where the method is part of the code of its caller. Without the branch the
 *   compiler leaves out all of it. StackHeadroomTest sees both.
 *   Not so: recursion (a call for each frame), ReservedStackAccess (for the JDK only).
 * </pre>
 *
 * <p>Thread-safe. Allocates nothing.
 */
public abstract class StackHeadroom {
    private static final int PAGE_BYTES = 4 * 1024;
    private static final int SLOT_BYTES = 8;

    @SuppressWarnings("unused") // read by the generated classes, never written
    private static boolean never;

    private static final StackHeadroom TASK = ofPages(2);
    private static final StackHeadroom MESSAGE = ofPages(3);
    private static final StackHeadroom CALL = ofPages(4);
    private static final StackHeadroom SETTLING = ofPages(6);

    StackHeadroom() {}

    abstract void require();

    /** For handing a task to a dispatcher: 8 KiB. */
    public static void forTask() {
        TASK.require();
    }

    /** For queueing a message or writing a frame, which may hand a task to a dispatcher: 12 KiB. */
    public static void forMessage() {
        MESSAGE.require();
    }

    /** For a call, which queues a message or writes frames: 16 KiB. */
    public static void forCall() {
        CALL.require();
    }

    /** For settling a promise, which runs the functions attached to it, and queues messages or writes the answer to a call: 24 KiB. */
    public static void forSettling() {
        SETTLING.require();
    }

    private static StackHeadroom ofPages(int pages) {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        byte[] bytes = classOf(pages * PAGE_BYTES / SLOT_BYTES);
        try {
            return lookup.defineHiddenClass(bytes, true, ClassOption.NESTMATE)
                    .lookupClass()
                    .asSubclass(StackHeadroom.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A class with {@code void require() { if (never) { <the last of so many slots> = 0; unreachable(); } }}. */
    private static byte[] classOf(int slots) {
        ClassDesc base = ClassDesc.ofDescriptor(StackHeadroom.class.descriptorString());
        ClassDesc name = ClassDesc.of(StackHeadroom.class.getPackageName(), "Headroom" + slots);
        return ClassFile.of().build(name, builder -> {
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC).withSuperclass(base);
            builder.withMethodBody(
                    "<init>",
                    ConstantDescs.MTD_void,
                    0,
                    code -> code.aload(0)
                            .invokespecial(base, "<init>", ConstantDescs.MTD_void)
                            .return_());
            builder.withMethodBody("require", ConstantDescs.MTD_void, 0, code -> {
                Label enough = code.newLabel();
                code.getstatic(base, "never", ConstantDescs.CD_boolean).ifeq(enough);
                code.iconst_0().istore(slots - 1);
                code.invokestatic(base, "unreachable", ConstantDescs.MTD_void);
                code.labelBinding(enough).return_();
            });
        });
    }

    @SuppressWarnings("unused") // by the generated classes
    private static void unreachable() {
        throw new AssertionError("nothing sets the flag");
    }
}
