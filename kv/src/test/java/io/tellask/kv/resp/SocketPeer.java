package io.tellask.kv.resp;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.resp.client.Engine;
import java.util.Arrays;

/** A client on a {@link HandLoop} whose bytes wait in a socket, as real ones do, until the server reads them. */
public class SocketPeer extends HandPeer {
    private static final int READ_BYTES = 64 << 10;

    private String waiting = "";
    private boolean leaving;
    private boolean gone;

    public SocketPeer(Engine engine, Dispatcher loop) {
        super(engine, loop);
    }

    /** Sends, and has the server look at the socket as often as it reads. */
    @Override
    public void sends(String requests) {
        waiting += requests;
        serve();
    }

    /** Closes its side behind what it sent. */
    public void leaves() {
        leaving = true;
        serve();
    }

    /** Looks at the sockets until none of them is read any more. */
    public static void serve(SocketPeer... peers) {
        while (Arrays.stream(peers).anyMatch(SocketPeer::isServedOnce)) {
            // again
        }
    }

    private void serve() {
        serve(this);
    }

    private boolean isServedOnce() {
        if (!reads() || gone || waiting.isEmpty() && !leaving) {
            return false;
        }
        int most = mostBytes();
        if (most > 0) {
            readNow(most);
        }
        return most > 0;
    }

    /** Bytes that the server has not read. */
    public int waitingBytes() {
        return waiting.length();
    }

    @Override
    public void readNow(int mostBytes) {
        int count = Math.min(Math.min(mostBytes, READ_BYTES), waiting.length());
        if (count > 0) {
            String read = waiting.substring(0, count);
            waiting = waiting.substring(count);
            super.sends(read);
        } else if (leaving) {
            gone = true;
            ends();
        }
    }
}
