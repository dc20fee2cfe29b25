package io.tellask.bench.struct.fst;

import io.tellask.bench.struct.Price;
import io.tellask.bench.struct.PriceCodec;
import io.tellask.bench.struct.PriceFlyweight;
import org.nustaq.offheap.structs.FSTStructAllocator;
import org.nustaq.offheap.structs.structtypes.StructArray;
import org.nustaq.offheap.structs.structtypes.StructString;
import org.nustaq.offheap.structs.unsafeimpl.FSTStructFactory;

/** {@code fst257-structs}: classes whose fields FST moves into a {@code byte[]}, read by {@code Unsafe}. */
public final class FstPrices implements PriceCodec.Provider {
    @Override
    public PriceCodec open(String contender) {
        return new OfFst();
    }

    private static final class OfFst implements PriceFlyweight {
        private static final int CHUNK_BYTES = 1 << 16;

        private final FstPriceUpdate view;
        private final int start;
        private final int sizeBytes;

        OfFst() {
            FSTStructFactory.getInstance().registerClz(FstInstrument.class, FstPriceUpdate.class);
            StructArray<FstPriceUpdate> messages =
                    new FSTStructAllocator(CHUNK_BYTES).newArray(SLOTS, new FstPriceUpdate());
            view = messages.createPointer(0);
            start = (int) view.getIndexInBase();
            sizeBytes = messages.getStructElemSize();
        }

        private FstPriceUpdate at(int slot) {
            view.baseOn(view.getBase(), start + slot * sizeBytes);
            return view;
        }

        @Override
        public void write(int slot, String mnemonic, long id, int quantity, double price) {
            FstPriceUpdate update = at(slot);
            FstInstrument instrument = update.getInstrument();
            instrument.getMnemonic().setString(mnemonic);
            instrument.setId(id);
            update.setQuantity(quantity);
            update.setPrice(price);
        }

        @Override
        public long read(int slot, String mnemonic) {
            FstPriceUpdate update = at(slot);
            FstInstrument instrument = update.getInstrument();
            return PriceFlyweight.sum(
                    isMnemonic(instrument.getMnemonic(), mnemonic),
                    instrument.getId(),
                    update.getQuantity(),
                    update.getPrice());
        }

        private static boolean isMnemonic(StructString text, String mnemonic) {
            int length = text.getLen();
            if (length != mnemonic.length()) {
                return false;
            }
            for (int i = 0; i < length; i++) {
                if (text.chars(i) != mnemonic.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Price decode(int slot) {
            FstPriceUpdate update = at(slot);
            FstInstrument instrument = update.getInstrument();
            return new Price(
                    new Price.Instrument(instrument.getMnemonic().toString(), instrument.getId()),
                    update.getQuantity(),
                    update.getPrice());
        }
    }
}
