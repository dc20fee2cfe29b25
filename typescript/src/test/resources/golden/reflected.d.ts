// Written by Tellask from com.acme.Chat; changes are lost.
import type { Contract, Remote, Stream } from "@tellask/client";

export interface Account {
  balance: string;
  key: string;
  "com.acme.Entity#key": bigint | null;
  created: string;
}

export interface Chat {
  find(id: bigint, hint: string | null, most: number | null): Promise<User | null>;
  history(most: number): Promise<Line[]>;
  join(name: string, listener: Listener): Promise<Remote<Room>>;
  listeners(line: OtherLine): Promise<Remote<Listener>[]>;
  log(line: string): void;
  page(from: number, like: Page<Shape>): Promise<Page<Line>>;
  prices(symbol: string): Stream<number>;
  publish(item: Line): void;
  result(tree: Tree<string>, account: Account): Promise<Result<User, string>>;
  same(shape: Shape): Promise<Shape>;
  shapes(any: unknown[], raw: Uint8Array, whatever: unknown): Stream<Shape | undefined>;
  size(delete_: string, in_: number): Promise<number>;
  topic(): Promise<string | null>;
  upload(lines: AsyncIterable<Line>): Promise<void>;
  usersByRoom(colors: Set<Color>, counts: Map<number, number[]>): Promise<Map<string, User[]>>;
  // Left out: scan takes a Spore, code that a page does not have.
}
export declare const Chat: Contract<Chat>;

export type Color = "RED" | "GREEN";

export interface Line {
  article: string;
  pieces: number;
  stock: bigint;
  size: string;
  weight: number;
  share: number;
  open: boolean;
  at: string;
  id: string;
  price: string;
  count: bigint;
  tags: string[];
  owner?: User | undefined;
  rank?: number | undefined;
  previous: Line | null;
  box: number | null;
  picture: Uint8Array;
  table: string[][];
  notes: Map<Color, (string | null)[]>;
  listener: Listener | Remote<Listener>;
  failure: unknown;
  __proto__: string;
  größe: string;
}

export interface Listener {
  said(who: User, text: string): void;
}
export declare const Listener: Contract<Listener>;

export interface Page<T> {
  items: T[];
  from: number;
  next: Page<T>;
}

export type Result<V, F> =
  | ({ "@class": "com.acme.Result$Ok" } & Ok<V, F>)
  | ({ "@class": "com.acme.Result$Failed" } & Failed<V, F>);

export interface Failed<X, T> {
  failure: T;
}

export interface Ok<T, X> {
  value: T;
}

export interface Room {
  chat(): Promise<Remote<Chat>>;
  say(text: string): void;
}
export declare const Room: Contract<Room>;

export type Shape =
  | ({ "@class": "com.acme.Shape$Circle" } & Circle)
  | Angular
  | { "@class": "com.acme.Shape$Simple"; "@value": Simple };

export type Angular =
  | ({ "@class": "com.acme.Shape$Angular$Square" } & Square)
  | ({ "@class": "com.acme.Shape$Angular$Polygon" } & Polygon);

export interface Polygon {
  parts: Shape[];
}

export interface Square {
  side: number;
}

export interface Circle {
  radius: number;
}

export type Simple = "POINT";

export interface Tree<Line_> {
  value: Line_;
  below: Tree<Line_>[];
}

export interface User {
  name: string;
  color: Color;
}

export interface OtherLine {
  x: number;
  y: number;
}
