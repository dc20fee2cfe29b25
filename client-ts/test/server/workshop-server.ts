import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The Java server of the tests, a process of its own. */
export interface WorkshopServer {
  /** Host and port of the server that takes everybody, and of the one that takes each token once. */
  open: string;
  guarded: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Where the classes are: given by the Maven test, or written by it before. */
const classPath = (): string => {
  const file = new URL("../../target/server.classpath", import.meta.url);
  const given = process.env.TELLASK_SERVER_CLASSPATH ?? (existsSync(file) ? readFileSync(file, "utf8").trim() : "");
  if (!given) throw new Error("server: target/server.classpath is missing; see CONTRIBUTING.md, or run the Maven test");
  return given;
};

export const startServer = async (): Promise<WorkshopServer> => {
  const java = process.env.JAVA_HOME ? `${process.env.JAVA_HOME}/bin/java` : "java";
  const classes = new URL("../../target/test-classes", import.meta.url).pathname;
  const child = spawn(
    java,
    ["-Xmx256m", "-cp", `${classes}:${classPath()}`, "io.tellask.browser.WorkshopServer"],
    { stdio: ["pipe", "pipe", openSync(new URL("../../target/workshop-server.log", import.meta.url), "a")] },
  );
  const addresses: Record<string, string> = {};
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for await (const line of createInterface({ input: child.stdout! })) {
    const [name, address] = line.split(" ");
    addresses[name] = new URL(address.replace("any:", "http:")).host;
    if (addresses.open && addresses.guarded) {
      return {
        open: addresses.open,
        guarded: addresses.guarded,
        process: child,
        stop: async () => {
          child.stdin!.end();
          child.kill();
          await exited;
        },
      };
    }
  }
  throw new Error("server: it ended before it listened");
};
