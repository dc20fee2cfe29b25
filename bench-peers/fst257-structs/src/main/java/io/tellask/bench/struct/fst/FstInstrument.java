package io.tellask.bench.struct.fst;

import org.nustaq.offheap.structs.FSTStruct;
import org.nustaq.offheap.structs.structtypes.StructString;

/** What has the price; written as FST wants structs, which it makes a subclass of with other bodies of these methods. */
public class FstInstrument extends FSTStruct {
    private static final long serialVersionUID = 1;

    protected StructString mnemonic = new StructString(5);
    protected long id;

    public StructString getMnemonic() {
        return mnemonic;
    }

    public long getId() {
        return id;
    }

    public void setId(long id) {
        this.id = id;
    }
}
