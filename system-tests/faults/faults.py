#!/usr/bin/env python3
"""Faults between hosts: a group of key-value servers in network namespaces, and clients that check what they are told.

    sudo unshare --net --mount python3 system-tests/faults/faults.py ./tellask --members 3 --rounds 20 --seed 1

Each member has a namespace, an address, certificates and a small disk of its own. In each round one of them, or whoever leads, is killed, stopped,
cut off (in both directions, in one, or from one other member only), or has its disk filled; then all is mended. Meanwhile each writer sets a key of
its own to 1, 2, 3, ... and readers read it. A read must not be older than what was acknowledged or read before it began, nor newer than what was
given; for a register with one writer whose values grow that is linearizability. After a write whose outcome is unknown its writer takes another key.
Needs root, ip of iproute2 and openssl. Exit code 1: something was violated, lost, or stood still.
"""
import argparse
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

PATIENCE = 60  # seconds until progress is missed
ANSWER = 5  # seconds until an answer is given up
FAULT = 3  # seconds that a fault lasts
NOT_DONE = ("-CLUSTERDOWN", "-TRYAGAIN", "-MOVED")


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


class Member:
    """A process in a namespace of its own."""

    def __init__(self, number, group):
        self.name, self.ip, self.group = f"m{number}", f"10.77.0.{number + 1}", group
        self.home = os.path.join(group.folder, self.name)
        self.process = None
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", f"v{number}", "master", "hosts", "up")
        self.link = f"v{number}"
        self.within("ip", "address", "add", self.ip + "/24", "dev", "eth0")
        self.within("ip", "link", "set", "eth0", "up")
        self.within("ip", "link", "set", "lo", "up")
        os.makedirs(self.home)
        run("mount", "-t", "tmpfs", "-o", "size=192m", "disk", self.home)

    def within(self, *command):
        run("ip", "netns", "exec", self.name, *command)

    def text(self):
        return f"{self.name}={self.ip}:7601=tls://{self.ip}:7501=redis://{self.ip}:6401?plaintext=true"

    def start(self):
        files = {"cluster-certificate": "own.pem", "cluster-key": "own.key", "cluster-trust": "ca.pem",
                 "tls-certificate": "own.pem", "tls-key": "own.key", "tls-trust": "ca.pem", "token-file": "token"}
        command = ["ip", "netns", "exec", self.name, self.group.tellask, "serve", "--dir", self.home + "/data", "--member", self.name,
                   "--cluster", ",".join(each.text() for each in self.group.members)]
        command += [f"--{option}={self.group.folder}/{file}" for option, file in files.items()]
        log = open(os.path.join(self.group.folder, self.name + ".log"), "ab")
        self.process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def mend(self):
        """Whatever was done to it."""
        if os.path.exists(self.home + "/fill"):
            os.remove(self.home + "/fill")
        run("ip", "link", "set", self.link, "up")
        self.within("ip", "route", "flush", "type", "blackhole")
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
        else:
            self.start()

    def block(self, others):
        for other in others:
            self.within("ip", "route", "add", "blackhole", other.ip + "/32")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def fill(self):
        with open(self.home + "/fill", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(1 << 20))
            except OSError:
                pass


class Group:
    def __init__(self, tellask, size, folder):
        self.tellask, self.folder = os.path.abspath(tellask), folder
        run("mount", "--make-rprivate", "/")
        os.makedirs("/run/netns", exist_ok=True)
        run("mount", "-t", "tmpfs", "names", "/run/netns")
        run("ip", "link", "add", "hosts", "type", "bridge")
        run("ip", "address", "add", "10.77.0.254/24", "dev", "hosts")
        run("ip", "link", "set", "hosts", "up")
        self.members = []
        self.members = [Member(number, self) for number in range(size)]
        self.leader = self.members[0].ip  # of whom the last write was acknowledged
        names = ",".join("IP:" + each.ip for each in self.members)
        with open(folder + "/token", "w") as file:
            file.write("t0ken\n")
        new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
        quiet = dict(check=True, stderr=subprocess.DEVNULL)
        subprocess.run(new + ["-subj", "/CN=members", "-keyout", folder + "/ca.key", "-out", folder + "/ca.pem"], **quiet)
        subprocess.run(new + ["-subj", "/CN=member", "-CA", folder + "/ca.pem", "-CAkey", folder + "/ca.key", "-addext",
                              "subjectAltName=" + names, "-keyout", folder + "/own.key", "-out", folder + "/own.pem"], **quiet)


class Connection:
    """One that says where the leader is by itself: it goes on to the next member where one does not answer."""

    def __init__(self, group, begin):
        self.group, self.at, self.socket = group, begin, None

    def ask(self, *words):
        """The reply, or None where it is not known whether the command was carried out."""
        message = b"".join([b"*%d\r\n" % len(words)] + [b"$%d\r\n%s\r\n" % (len(w), w.encode()) for w in words])
        try:
            if self.socket is None:
                self.socket = socket.create_connection((self.at, 6401), ANSWER)
                self.file = self.socket.makefile("rb")
        except OSError:
            self.turn(None)
            return "-CLUSTERDOWN nobody was asked"
        try:
            self.socket.sendall(message)
            line = self.file.readline().decode().rstrip()
            if line.startswith("$") and line != "$-1":
                line = "$" + self.file.readline().decode().rstrip()
        except OSError:
            line = ""
        if not line:
            self.turn(None)
            return None
        if line.startswith("-MOVED"):
            self.turn(line.split()[2].rsplit(":", 1)[0])
        elif line.startswith("-CLUSTERDOWN"):
            self.turn(None)
        return line

    def turn(self, to):
        if self.socket is not None:
            self.file.close()
            self.socket.close()
        addresses = [each.ip for each in self.group.members]
        self.at, self.socket = to or addresses[(addresses.index(self.at) + 1) % len(addresses)], None


class Register:
    """A writer, two readers, and all that they were told."""

    def __init__(self, name, group):
        self.name, self.group = name, group
        self.key, self.keys = name + "-0", 1
        self.given, self.reads = [], []  # (key, value, begin, end or None), (key, value, begin, end)
        self.over = False
        self.threads = [threading.Thread(target=self.write)] + [threading.Thread(target=self.read, args=(i,)) for i in range(2)]

    def write(self):
        value, connection = 0, Connection(self.group, self.group.leader)
        while not self.over:
            value += 1
            begin = time.monotonic()
            entry = [self.key, value, begin, None]
            self.given.append(entry)
            reply = connection.ask("SET", self.key, str(value))
            while not self.over and reply is not None and reply.startswith(NOT_DONE):
                time.sleep(0.01)
                reply = connection.ask("SET", self.key, str(value))
            if reply == "+OK":
                entry[3] = time.monotonic()
                self.group.leader = connection.at
            else:
                self.key, self.keys, value = f"{self.name}-{self.keys}", self.keys + 1, 0

    def read(self, number):
        connection = Connection(self.group, self.group.members[number % len(self.group.members)].ip)
        while not self.over:
            key, begin = self.key, time.monotonic()
            reply = connection.ask("GET", key)
            if reply is not None and reply.startswith("$"):
                self.reads.append((key, value_of(reply), begin, time.monotonic()))
            else:
                time.sleep(0.01)

    def acknowledged(self):
        return sum(1 for each in list(self.given) if each[3] is not None)

    def violations(self):
        found = []
        for key in {each[0] for each in self.given}:
            given = [each for each in self.given if each[0] == key]
            known = sorted([(end, value) for _, value, _, end in given if end is not None]
                           + [(end, value) for its, value, _, end in self.reads if its == key])
            for its, value, begin, end in self.reads:
                if its == key:
                    least = max([v for done, v in known if done < begin], default=0)
                    most = max([v for _, v, began, _ in given if began < end], default=0)
                    if not least <= value <= most:
                        found.append(f"key={key} was read as {value}, which is not in {least} to {most}")
        return found


def value_of(reply):
    return max(0, int(reply[1:]))  # $-1 where there is none


def disturb(group, choice):
    """Does something to a member, and says what."""
    leads = next(each for each in group.members if each.ip == group.leader)
    victim = choice.choice([leads, leads, choice.choice(group.members)])
    others = [each for each in group.members if each is not victim]
    kind = choice.choice(["kill", "stop", "cut", "one-way", "bridge", "disk-full"])
    if kind == "kill":
        victim.kill()
    elif kind == "stop":
        victim.process.send_signal(signal.SIGSTOP)
    elif kind == "cut":
        run("ip", "link", "set", victim.link, "down")
    elif kind == "one-way":
        victim.block(others)
    elif kind == "bridge":
        victim.block(others[:1])
        others[0].block([victim])
    else:
        victim.fill()
    return kind + (" of the leader" if victim is leads else "")


def await_progress(registers, what):
    before = [each.acknowledged() for each in registers]
    begin = time.monotonic()
    while any(each.acknowledged() < count + 5 for each, count in zip(registers, before)):
        if time.monotonic() - begin > PATIENCE:
            sys.exit(f"no progress within {PATIENCE} s after {what}")
        time.sleep(0.02)
    return time.monotonic() - begin


def longest_pause(registers, since, until):
    ends = sorted(each[3] for register in registers for each in list(register.given) if each[3] is not None and since <= each[3] <= until)
    times = [since] + ends + [until]
    return max(after - before for before, after in zip(times, times[1:]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tellask", help="the tellask command")
    parser.add_argument("--members", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choice = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        group = Group(options.tellask, options.members, folder)
        registers = [Register(f"w{number}", group) for number in range(3)]
        failed = True
        try:
            for each in group.members:
                each.start()
            for register in registers:
                for thread in register.threads:
                    thread.daemon = True
                    thread.start()
            await_progress(registers, "the start")
            for number in range(options.rounds):
                begin = time.monotonic()
                what = disturb(group, choice)
                time.sleep(FAULT)
                pause = longest_pause(registers, begin, time.monotonic())
                for each in group.members:
                    each.mend()
                await_progress(registers, what)
                print(f"round={number + 1}, fault={what}, longest pause={pause:.2f} s", flush=True)
            for register in registers:
                register.over = True
                for thread in register.threads:
                    thread.join()
            violations = [each for register in registers for each in register.violations()]
            lost = lost_writes(group, registers)
            print(f"rounds={options.rounds}, members={options.members}, seed={options.seed}, acknowledged="
                  f"{sum(each.acknowledged() for each in registers)}, reads={sum(len(each.reads) for each in registers)}, unknown="
                  f"{sum(each.keys - 1 for each in registers)}, lost={len(lost)}, violations={len(violations)}")
            print("\n".join((violations + lost)[:20]))
            failed = bool(violations or lost)
        finally:
            for each in group.members:
                if each.process is not None:
                    each.process.kill()
                    each.process.wait()
            if failed:
                for each in group.members:
                    with open(f"{folder}/{each.name}.log", errors="replace") as log:
                        print(f"--- {each.name}\n" + "".join(log.readlines()[-15:]))
            for each in group.members:
                run("umount", each.home)
    sys.exit(1 if failed else 0)


def lost_writes(group, registers):
    """Keys that have less than was acknowledged of them."""
    connection, lost = Connection(group, group.leader), []
    for register in registers:
        for key in sorted({each[0] for each in register.given}):
            least = max([v for its, v, _, end in register.given if its == key and end is not None], default=0)
            reply = connection.ask("GET", key)
            while reply is None or not reply.startswith("$"):
                time.sleep(0.05)
                reply = connection.ask("GET", key)
            if value_of(reply) < least:
                lost.append(f"key={key} has {value_of(reply)}, acknowledged={least}")
    return lost


if __name__ == "__main__":
    main()
