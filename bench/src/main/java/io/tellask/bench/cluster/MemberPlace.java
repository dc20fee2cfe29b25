package io.tellask.bench.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which member of a group a process is, by its arguments.
 *
 * @param number of the member, from 0 on
 * @param folder of the whole group
 * @param forced whether answers wait for disks
 * @param ports of all members: for each other and for callers, in turns
 */
record MemberPlace(int number, Path folder, boolean forced, List<Integer> ports) {
    private static final int OTHERS = 4;

    /** Of the arguments: the contender, the number, the folder, whether it forces, and the ports. */
    static MemberPlace of(String[] words) {
        List<Integer> ports = new ArrayList<>();
        for (int i = OTHERS; i < words.length; i++) {
            ports.add(Integer.valueOf(words[i]));
        }
        return new MemberPlace(Integer.parseInt(words[1]), Path.of(words[2]), Boolean.parseBoolean(words[3]), ports);
    }

    static String name(int number) {
        return "m" + number;
    }

    String self() {
        return name(number);
    }

    /** Where members find each other. */
    Map<String, InetSocketAddress> members() {
        Map<String, InetSocketAddress> members = new TreeMap<>();
        for (int i = 0; i < ports.size() / 2; i++) {
            members.put(name(i), new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(2 * i)));
        }
        return members;
    }

    /** Where callers find the members, as {@code HOST:PORT}. */
    List<String> services() {
        List<String> services = new ArrayList<>();
        for (int i = 0; i < ports.size() / 2; i++) {
            services.add("127.0.0.1:" + ports.get(2 * i + 1));
        }
        return services;
    }
}
