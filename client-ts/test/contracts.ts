import type { Contract, Remote, Stream } from "../src/index.ts";

/** The contracts of the tests as a generated module has them. */
export interface Order {
  id: string;
  number: bigint;
  note: string | undefined;
  color: "RED" | "GREEN";
  shape: Shape;
  places: Map<number, string>;
  counts: Map<string, bigint>;
  circles: Circle[];
  tags: Set<string>;
  price: string;
  large: bigint;
  at: string;
  key: string;
  bytes: Uint8Array;
  ratio: number;
  part: number;
  sign: string;
  isPaid: boolean;
}
export interface Circle {
  "@class"?: "io.tellask.browser.Workshop$Circle";
  radius: number;
}
export interface Square {
  "@class"?: "io.tellask.browser.Workshop$Square";
  side: number;
}
export type Shape =
  | (Circle & { "@class": "io.tellask.browser.Workshop$Circle" })
  | (Square & { "@class": "io.tellask.browser.Workshop$Square" });
export interface Page<T> {
  items: T[];
  number: number;
}
export interface Node {
  name: string;
  next: Node;
}

export interface Listener {
  numbers(upTo: number): Stream<number> | AsyncIterable<number> | Iterable<number>;
  said(text: string): Promise<string> | string;
  told(text: string): void;
}
export interface Room {
  follow(): Stream<string>;
  lines(): Promise<string[]>;
  name(): Promise<string>;
  next(name: string): Promise<Remote<Room>>;
  say(text: string): void;
}
export interface Workshop {
  add(a: number, b: number): Promise<number>;
  any(value: unknown): Promise<unknown>;
  callBack(listener: Listener, text: string): Promise<string>;
  cancelled(): Promise<number>;
  count(upTo: number): Stream<number>;
  countBack(listener: Listener, upTo: number): Promise<number>;
  echo(order: Order): Promise<Order>;
  enter(name: string): Promise<Remote<Room>>;
  enterAll(names: string[]): Promise<Remote<Room>[]>;
  fail(how: string): Promise<void>;
  open(): Promise<number>;
  kind(number: number): Promise<string>;
  kind(text: string): Promise<string>;
  length(text: string): Promise<number>;
  nameOf(room: Room): Promise<string>;
  never(): Promise<string>;
  note(line: string): void;
  notes(): Promise<string[]>;
  nowhere(): Promise<Remote<Room>>;
  page(page: Page<string>): Promise<Page<string>>;
  perhaps(value: number | undefined): Promise<number | undefined>;
  repeat(times: number): Promise<string>;
  ring(): Promise<Node>;
  sum(numbers: AsyncIterable<number>): Promise<bigint>;
  twice(number: bigint): Promise<bigint>;
}

const P = "io.tellask.actor.Promise";
const F = "java.util.concurrent.Flow$Publisher";
const B = "io.tellask.browser.";
const S = "java.lang.String";
const I = "java.lang.Integer";
const L = "java.util.List";
const ask = (name: string, types: string, promised: string, parameters: any[], result: any) => ({
  name,
  signature: `${name}(${types})${P}<${promised}>`,
  kind: "ask",
  parameters,
  result,
});
const tell = (name: string, types: string, parameters: any[]) => ({
  name,
  signature: `${name}(${types})void`,
  kind: "tell",
  parameters,
});
const stream = (name: string, types: string, item: string, parameters: any[], result: any) => ({
  name,
  signature: `${name}(${types})${F}<${item}>`,
  kind: "stream",
  parameters,
  result,
});

export const types = {
  [B + "Workshop$Color"]: { enum: ["RED", "GREEN"] },
  [B + "Workshop$Shape"]: { sealed: [B + "Workshop$Circle", B + "Workshop$Square"] },
  [B + "Workshop$Circle"]: { record: { radius: "double" } },
  [B + "Workshop$Square"]: { record: { side: "int" } },
  [B + "Workshop$Page"]: { record: { items: ["list", "$0"], number: "int" } },
  [B + "Workshop$Node"]: { record: { name: "string", next: B + "Workshop$Node" } },
  [B + "Workshop$Order"]: {
    record: {
      id: "string",
      number: "long",
      note: ["optional", "string"],
      color: B + "Workshop$Color",
      shape: B + "Workshop$Shape",
      places: ["map", "int", "string"],
      counts: ["map", "string", "long"],
      circles: ["list", B + "Workshop$Circle"],
      tags: ["set", "string"],
      price: "decimal",
      large: "bigint",
      at: "time",
      key: "text",
      bytes: "bytes",
      ratio: "double",
      part: "float",
      sign: "char",
      isPaid: "boolean",
    },
  },
  [B + "Listener"]: {
    methods: [
      stream("numbers", "int", I, ["int"], "int"),
      ask("said", S, S, ["string"], "string"),
      tell("told", S, ["string"]),
    ],
  },
  [B + "Room"]: {
    methods: [
      stream("follow", "", S, [], "string"),
      ask("lines", "", `${L}<${S}>`, [], ["list", "string"]),
      ask("name", "", S, [], "string"),
      ask("next", S, B + "Room", ["string"], B + "Room"),
      tell("say", S, ["string"]),
    ],
  },
  [B + "Workshop"]: {
    methods: [
      ask("add", "int,int", I, ["int", "int"], "int"),
      ask("any", "java.lang.Object", "java.lang.Object", ["any"], "any"),
      ask("callBack", `${B}Listener,${S}`, S, [B + "Listener", "string"], "string"),
      ask("cancelled", "", I, [], "int"),
      stream("count", "int", I, ["int"], "int"),
      ask("countBack", `${B}Listener,int`, I, [B + "Listener", "int"], "int"),
      ask("echo", B + "Workshop$Order", B + "Workshop$Order", [B + "Workshop$Order"], B + "Workshop$Order"),
      ask("enter", S, B + "Room", ["string"], B + "Room"),
      ask("enterAll", `${L}<${S}>`, `${L}<${B}Room>`, [["list", "string"]], ["list", B + "Room"]),
      ask("fail", S, "java.lang.Void", ["string"], "any"),
      ask("kind", "int", S, ["int"], "string"),
      ask("kind", S, S, ["string"], "string"),
      ask("length", S, I, ["string"], "int"),
      ask("nameOf", B + "Room", S, [B + "Room"], "string"),
      ask("never", "", S, [], "string"),
      tell("note", S, ["string"]),
      ask("notes", "", `${L}<${S}>`, [], ["list", "string"]),
      ask("nowhere", "", B + "Room", [], B + "Room"),
      ask("open", "", I, [], "int"),
      ask(
        "page",
        `${B}Workshop$Page<${S}>`,
        `${B}Workshop$Page<${S}>`,
        [["generic", B + "Workshop$Page", "string"]],
        ["generic", B + "Workshop$Page", "string"],
      ),
      ask(
        "perhaps",
        `java.util.Optional<${I}>`,
        `java.util.Optional<${I}>`,
        [["optional", "int"]],
        ["optional", "int"],
      ),
      ask("repeat", "int", S, ["int"], "string"),
      ask("ring", "", B + "Workshop$Node", [], B + "Workshop$Node"),
      ask("sum", `${F}<${I}>`, "java.lang.Long", [["stream", "int"]], "long"),
      ask("twice", "long", "java.lang.Long", ["long"], "long"),
    ],
  },
} as any;

export const Workshop: Contract<Workshop> = { contract: B + "Workshop", types };
export const Listener: Contract<Listener> = { contract: B + "Listener", types };
export const Room: Contract<Room> = { contract: B + "Room", types };

export const order = (): Order => ({
  id: "o1",
  number: 2n ** 60n + 1n,
  note: "by hand",
  color: "GREEN",
  shape: { "@class": "io.tellask.browser.Workshop$Circle", radius: 1.5 },
  places: new Map([
    [1, "one"],
    [2, "two"],
  ]),
  counts: new Map([
    ["a", 1n],
    ["@b", 2n ** 55n],
  ]),
  circles: [{ radius: 2 }, { radius: NaN }],
  tags: new Set(["x", "y"]),
  price: "1.10",
  large: 10n ** 30n,
  at: "2026-11-20T10:00:00Z",
  key: "123e4567-e89b-12d3-a456-426614174000",
  bytes: Uint8Array.of(0, 1, 255),
  ratio: 0.1,
  part: 1.5,
  sign: "é",
  isPaid: true,
});
