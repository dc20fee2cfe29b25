package io.tellask.bench.struct.fst;

import org.nustaq.offheap.structs.FSTStruct;

/** The price update of the first experiment, written as FST wants structs; 74 bytes. */
public class FstPriceUpdate extends FSTStruct {
    private static final long serialVersionUID = 1;

    protected FstInstrument instrument = new FstInstrument();
    protected int quantity;
    protected double price;

    public FstInstrument getInstrument() {
        return instrument;
    }

    public int getQuantity() {
        return quantity;
    }

    public void setQuantity(int quantity) {
        this.quantity = quantity;
    }

    public double getPrice() {
        return price;
    }

    public void setPrice(double price) {
        this.price = price;
    }
}
