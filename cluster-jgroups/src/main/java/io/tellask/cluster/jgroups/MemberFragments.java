package io.tellask.cluster.jgroups;

import java.util.Objects;
import org.jgroups.FragmentedMessage;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.FragHeader;
import org.jgroups.util.ByteArrayDataInputStream;

/** Divides long messages, and reads those that are put together again by {@link MessageReader}. Thread-safe. */
final class MemberFragments extends FRAG4 {
    MemberFragments() {
        setId(ClassConfigurator.getProtocolId(FRAG4.class)); // that of the class it stands for
    }

    @Override
    protected Message assembleMessage(Message[] fragments, boolean needsReading, FragHeader header) throws Exception {
        boolean isOwn = Objects.equals(local_addr, fragments[0].getSrc());
        if (isOwn || !(fragments[0] instanceof FragmentedMessage)) {
            return super.assembleMessage(fragments, false, header);
        }
        int length = 0;
        for (Message each : fragments) {
            length += each.getLength();
        }
        byte[] whole = new byte[Short.BYTES + length];
        whole[0] = (byte) (header.getOriginalType() >> Byte.SIZE);
        whole[1] = (byte) header.getOriginalType();
        int at = Short.BYTES;
        for (Message each : fragments) {
            System.arraycopy(each.getArray(), each.getOffset(), whole, at, each.getLength());
            at += each.getLength();
        }
        return MessageReader.read(new ByteArrayDataInputStream(whole), null, null);
    }
}
