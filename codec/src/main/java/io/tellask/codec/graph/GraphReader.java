package io.tellask.codec.graph;

import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.DecodeException;
import io.tellask.codec.budget.AllocationBudget;
import io.tellask.codec.budget.AllocationBudget.MessageExtent;
import io.tellask.codec.budget.NestingDepth;
import io.tellask.codec.failure.Failures.ReadAgain;
import io.tellask.codec.hashing.HashCostBudget;
import io.tellask.codec.references.ForwardReferences;
import io.tellask.codec.references.OpenObjects;
import io.tellask.codec.references.Placeholder;
import io.tellask.codec.references.ReadReferences;
import io.tellask.codec.trust.Admission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the objects of one graph at a time: the counterpart of {@link GraphWriter}. Not thread-safe.
 */
public final class GraphReader implements MessageExtent {
    /*
     * Why it is laid out so. There are three ways through a message, from fast to careful. Plain: nothing is numbered and
     * the message is too short to hold too many objects, so generated code counts, enters and leaves by itself. Numbered:
     * each object is registered before its parts are read. Weighing: the message is read again, with weights for keys and
     * placeholders for objects that are not built, field by field through handles. A message changes its way only by
     * beginning again (ReadAgain), so that no object of the former way survives, and no way pays for the next. State of
     * rarer kinds lives in parts of its own (keys, patches, reach, hooks), which a plain message only clears.
     */

    /** Below the count of a collection lies its shape, of so many bits. */
    public static final int SHAPE_BITS = 2;

    public final TypeRegistry table;

    private final CodecLimits limits;
    private final int maxObjects;

    /** Shorter messages can hold neither too many objects nor too many elements: each takes a byte. */
    private final int plainBytes;

    final ReadReferences numbered = new ReadReferences();
    public ByteReader in;
    public final Heads heads;

    /** The table of {@link #heads}, for the shortest way. */
    final @Nullable TypeCodec[] byHead;

    /** Neither numbers nor weights, and too short to hold too many objects: an object is its head and its body; so between messages. */
    public boolean plain = true;

    /** Whether the message has the wide form; between messages whether those of {@link #heads} have it. */
    public boolean wide;

    public final StringSlots strings;
    boolean tracking;
    private Admission admission;
    final OpenObjects open = new OpenObjects();
    public final HashCostBudget keys;
    public final AllocationBudget unbacked = new AllocationBudget();
    int start;
    public final ForwardReferences patches = new ForwardReferences();
    public final KeyReach reach = new KeyReach(this);
    public final LateObjects late = new LateObjects(this, numbered);
    public final NestingDepth levels;
    /** What the first hook made, for all later messages; null before. */
    public @Nullable HookState hooks;

    int objects;
    private int slots;
    private int shape;

    /**
     * A reader of many graphs.
     *
     * @param source what is read until the first graph is {@linkplain #open opened}
     * @param first what is admitted until another declared type {@linkplain #admit admits} more
     * @param builtIns codecs of built-in types by head
     * @param shared what a writer for copies {@linkplain StringSlotWriter#writeShared left out}; else null
     */
    public GraphReader(
            TypeRegistry table,
            CodecLimits limits,
            ByteReader source,
            Admission first,
            @Nullable TypeCodec[] builtIns,
            @Nullable List<Object> shared) {
        this.table = table;
        this.in = source;
        this.strings = new StringSlots(this, shared);
        this.limits = limits;
        this.maxObjects = limits.objects();
        this.plainBytes = Math.min(maxObjects, limits.arraySlots());
        this.levels = new NestingDepth(limits);
        this.admission = first;
        this.heads = new Heads(this, builtIns, limits, shared != null);
        this.byHead = heads.byHead;
        this.keys = new HashCostBudget(limits, table);
    }

    /** Begins a message at the position of {@code source}. */
    public void open(ByteReader source) {
        if (in != source) {
            in = source;
        }
        start = source.position();
    }

    /** Lets in what another declared type does. */
    public void admit(Admission other) {
        admission = other;
        heads.forgetSession();
    }

    /** Messages without numbers that have fewer bytes need no counts. */
    public int plainBytes() {
        return plainBytes;
    }

    private boolean isPlain() {
        return in.remaining() < plainBytes && !in.isStreamed();
    }

    /** Reads a whole message in the shortest way: the session named the class of the root before, and all fits the limits. */
    public @Nullable Object readKnownRoot(TypeCodec codec) {
        objects = 1;
        NestingDepth nesting = levels;
        nesting.depth = 1;
        if (Header.isTracked(in.array()[start])) {
            tracking = true;
            plain = false;
            open.enter(1, codec.tracked, 0);
        }
        Object root = codec.readAt(this, start + 2);
        nesting.depth = 0;
        if (tracking || hooks != null || !keys.isUnused() || unbacked.isUsed()) {
            root = finish(root);
            close();
        }
        objects = 0;
        slots = 0;
        return root;
    }

    /** Reads a root that refers to nothing, whose head was read. */
    public @Nullable Object readBareRoot(int head) {
        if (!Header.suitsBare(head)) {
            Header.refuseJavaSerialization(head, in);
            throw damaged("head=" + head + " of a root without references is unknown");
        }
        wide = false;
        plain = isPlain();
        objects++;
        Object root = heads.codecOf(head).read(this);
        if (objects > maxObjects) {
            throw overObjects();
        }
        wide = heads.isWide();
        return root;
    }

    /** Reads the graph at the first attempt, or, where it has to wait for objects, at the second or third. */
    public @Nullable Object readRoot(boolean tracked) {
        tracking = tracked;
        plain = !tracked && isPlain();
        int root = in.position();
        while (true) {
            try {
                return finish(readRef());
            } catch (ReadAgain how) {
                StreamedReading.requireFromStart(in);
                forget();
                in.position(root);
                keys.startWeighing();
                plain = false;
                patches.startAgain(how);
            }
        }
    }

    /** Forgets what was read of a message that is to be read in another way. */
    public void startOver() {
        forget();
        in.position(start);
    }

    /** Ends a message: keeps nothing of its objects. */
    public void close() {
        unbacked.endMessage(this);
        if (levels.depth == 0 && heads.isClear() && keys.isUnused() && hooks == null && !keys.isWeighing()) {
            numbered.clear();
            open.clear();
            unbacked.clear();
            reach.forget();
            objects = 0;
            slots = 0;
        } else {
            forget();
            keys.stopWeighing();
            patches.end();
        }
        tracking = false;
        plain = true;
    }

    private void forget() {
        numbered.clear();
        heads.clear();
        if (hooks != null) {
            hooks.clear();
        }
        keys.clear();
        unbacked.clear();
        if (keys.isWeighing()) {
            patches.clear();
        }
        open.clear();
        reach.clear();
        levels.clear();
        objects = 0;
        slots = 0;
    }

    /** Whether a back reference has met the object that is being read, which then is not what it resolves to. */
    public boolean isReached() {
        return tracking && open.isReached(levels.depth);
    }

    /** Whether what comes next refers to an object that was read before. */
    public boolean isAtBackReference() {
        return in.holds(1) && in.array()[in.position()] == HeadNumbers.BACK_REFERENCE;
    }

    /** What the declared type lets in. */
    public Admission admission() {
        return admission;
    }

    /** Reads any reference. */
    public @Nullable Object readRef() {
        int head = in.readVarInt();
        if (head == HeadNumbers.NULL) {
            return null;
        }
        return head == HeadNumbers.BACK_REFERENCE ? reach.readBackReference() : readBody(heads.codecOf(head));
    }

    /**
     * Whether an object of the class that generated code expects follows, whose body is then the caller's to read,
     * followed by {@link #end}; if not, nothing is read.
     */
    public boolean begin(TypeCodec expected, byte[] array, int at, int limit) {
        if (plain && at < limit) {
            int head = array[at];
            if (head >= 0 && byHead[head] == expected && levels.depth < levels.hop) {
                in.advanceTo(at + 1);
                objects++;
                levels.depth++;
                return true;
            }
        }
        return false;
    }

    /** As {@link #begin}, for the body of an element whose class is known. */
    public boolean beginBody() {
        if (plain && levels.depth < levels.hop) {
            objects++;
            levels.depth++;
            return true;
        }
        return false;
    }

    /** The same for the bodies of so many elements, one after the other. */
    public boolean beginElements(int count) {
        if (plain && levels.depth < levels.hop) {
            objects += count;
            levels.depth++;
            return true;
        }
        return false;
    }

    /** Ends the object that {@link #begin} left to the caller. */
    public void end() {
        levels.depth--;
    }

    public @Nullable Object readBody(TypeCodec codec) {
        return keys.isWeighing() ? readPatiently(codec) : readPlain(codec);
    }

    /** Reads the body of an object of a message that {@link io.tellask.codec.hashing.HashCostBudget.Restart} made us read anew. */
    private @Nullable Object readPatiently(TypeCodec codec) {
        PendingObject pending = new PendingObject(this, codec);
        return pending.end(this, readPlain(codec.patient()));
    }

    private @Nullable Object readPlain(TypeCodec codec) {
        countObject();
        levels.depth++;
        if (tracking) {
            open.enter(levels.depth, codec.tracked, numbered.count());
        }
        Object value = levels.depth > levels.hop ? DeepStack.read(codec, this) : codec.read(this);
        levels.depth--;
        return value;
    }

    /** Begins an object that takes no stack: the room stays as it is. */
    void enterDeep(TypeCodec codec, int room) {
        objects++;
        levels.enterDeep(room);
        levels.requireDepth(codec.type, in);
        if (tracking) {
            open.enter(levels.depth, codec.tracked, numbered.count());
        }
    }

    @Override
    public long messageBytes() {
        return in.offset() + in.remaining() - start;
    }

    @Override
    public long offset() {
        return in.offset();
    }

    @Override
    public int objectCount() {
        return objects;
    }

    private @Nullable Object finish(@Nullable Object root) {
        Object finished = complete(root);
        if (hooks != null) {
            hooks.validate();
        }
        return finished;
    }

    private @Nullable Object complete(@Nullable Object root) {
        if (objects > maxObjects) {
            throw overObjects();
        }
        if (!keys.isWeighing()) {
            return root;
        }
        reach.fillWaiting();
        patches.requireFilled(in.offset());
        return ForwardReferences.filled(root);
    }

    /** The number given last. */
    public int lastNumber() {
        return numbered.count() - 1;
    }

    /** Gives {@code value} the next number; called when it is allocated, before its own references are read. */
    public void register(Object value) {
        if (tracking) {
            numbered.add(value);
        }
    }

    /** Takes the next number for an object that exists only when its parts are read; pass it to {@link #fill}. */
    public int reserve() {
        return tracking ? numbered.add(keys.isWeighing() ? patches.open() : ReadReferences.UNFINISHED) : -1;
    }

    /** The number that the next numbered object gets, or -1 where none are given. */
    public int nextNumber() {
        return tracking ? numbered.count() : -1;
    }

    public void fill(int number, @Nullable Object value) {
        if (number >= 0) {
            Placeholder hole = numbered.openHole(number);
            if (hole == null) {
                numbered.fill(number, value);
            } else {
                late.fill(number, hole, value);
            }
        }
    }

    /**
     * Counts the strings of an object before they are read, as if none were null; gives the limit up to which generated
     * code reads short ones itself and {@link StringSlots#readCounted} the others, or nothing where strings have
     * numbers.
     */
    public int beginStrings(int count) {
        if (tracking) {
            return 0;
        }
        objects += count;
        return in.limit();
    }

    /** Takes back what {@link #beginStrings} counted for a string that is null. */
    void uncountString() {
        objects--;
    }

    /**
     * Reads a count of elements of at least {@code bytesEach} bytes, checked against what remains and against the
     * budget.
     */
    public int readSlots(int bytesEach) {
        return requireSlots(in.readVarInt(), bytesEach);
    }

    /** Reads a count of elements whose bytes are asked for as they are read. */
    public int readCount() {
        int count = in.readVarInt();
        if (count < 0) {
            throw damaged("count=" + Integer.toUnsignedString(count));
        }
        return count;
    }

    /** Reads count and shape of a collection and gives the count, checked as by {@link #readSlots}. */
    public int readShaped(int bytesEach) {
        int head = in.readVarInt();
        shape = head & (1 << SHAPE_BITS) - 1;
        return unbacked.takeReferences(requireSlots(head >>> SHAPE_BITS, bytesEach), this);
    }

    /** The shape that came with the last count. */
    public int shape() {
        return shape;
    }

    /** Whether objects have numbers in this message. */
    public boolean isTracking() {
        return tracking;
    }

    void countObject() {
        if (++objects > maxObjects) {
            throw overObjects();
        }
    }

    /** Counts objects whose number the end of the message checks. */
    public void addObjects(int count) {
        objects += count;
    }

    /** Counts a string and gives it its number. */
    public void addString(String value) {
        countObject();
        register(value);
    }

    private int requireSlots(int count, int bytesEach) {
        if (count < 0 || !in.holds((long) count * bytesEach)) {
            throw damaged("count=" + Integer.toUnsignedString(count) + " > remaining=" + in.remaining() + " bytes");
        }
        if (!plain) {
            countSlots(count);
        }
        return count;
    }

    /** Counts elements against the budget, whether or not they have bytes of their own. */
    public void countSlots(int count) {
        slots += count;
        if (objects > maxObjects) {
            throw overObjects();
        }
        if (slots < 0 || slots > limits.arraySlots()) {
            throw new DecodeException("decode: arraySlots=" + Integer.toUnsignedString(slots) + " > limits.arraySlots="
                    + limits.arraySlots() + ", offset=" + in.offset() + "; have it split, or raise the limit");
        }
    }

    public DecodeException damaged(String what) {
        return new DecodeException("decode: " + what + ", offset=" + in.offset() + "; the stream is damaged");
    }

    private DecodeException overObjects() {
        return new DecodeException("decode: objects=" + objects + " > limits.objects=" + limits.objects() + ", offset="
                + in.offset() + "; have it split, or raise the limit");
    }
}
