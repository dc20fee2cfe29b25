// Written by Tellask from com.acme.Chat; changes are lost.
import type { Contract, Remote, Stream } from "@tellask/client";

/** An account, as a class of fields. */
export interface Account {
  /** What is on it. */
  balance: string;
  key: string;
  "com.acme.Entity#key": bigint | null;
  created: string;
}

/**
 * A chat with rooms.
 *
 * Say `join` first, see `Room.say`; comments cannot end here: *\/.
 */
export interface Chat {
  find(id: bigint, hint: string | null, most: number | null): Promise<User | null>;
  history(most: number): Promise<Line[]>;
  /**
   * Joins a room.
   *
   * @param name of the guest
   * @param listener hears what is said
   * @returns the room
   */
  join(name: string, listener: Listener): Promise<Remote<Room>>;
  listeners(line: OtherLine): Promise<Remote<Listener>[]>;
  /** Logs a line. */
  log(line: string): void;
  page(from: number, like: Page<Shape>): Promise<Page<Line>>;
  prices(symbol: string): Stream<number>;
  /** Publishes one more. */
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

/** The colours. */
export type Color = "RED" | "GREEN";

/** A line of an order. */
export interface Line {
  /** what is ordered, by its name */
  article: string;
  /** how many */
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

/** Hears what is said. */
export interface Listener {
  said(who: User, text: string): void;
}
export declare const Listener: Contract<Listener>;

/** Some of many. */
export interface Page<T> {
  items: T[];
  from: number;
  next: Page<T>;
}

/** One of two. */
export type Result<V, F> =
  | ({ "@class": "com.acme.Result$Ok" } & Ok<V, F>)
  | ({ "@class": "com.acme.Result$Failed" } & Failed<V, F>);

/** It did not. */
export interface Failed<X, T> {
  failure: T;
}

/** It went well. */
export interface Ok<T, X> {
  value: T;
}

/** Where guests talk. */
export interface Room {
  chat(): Promise<Remote<Chat>>;
  /** Says something. */
  say(text: string): void;
}
export declare const Room: Contract<Room>;

/** What can be drawn. */
export type Shape =
  | ({ "@class": "com.acme.Shape$Circle" } & Circle)
  | Angular
  | { "@class": "com.acme.Shape$Simple"; "@value": Simple };

/** With corners. */
export type Angular =
  | ({ "@class": "com.acme.Shape$Angular$Square" } & Square)
  | ({ "@class": "com.acme.Shape$Angular$Polygon" } & Polygon);

/** Of several parts. */
export interface Polygon {
  parts: Shape[];
}

/** Of equal sides. */
export interface Square {
  side: number;
}

/** Round. */
export interface Circle {
  radius: number;
}

/** Without size. */
export type Simple = "POINT";

/** A tree, whose parameter has the name of a class. */
export interface Tree<Line_> {
  value: Line_;
  below: Tree<Line_>[];
}

/** Who uses it. */
export interface User {
  name: string;
  color: Color;
}

/** Of the same name as another. */
export interface OtherLine {
  x: number;
  y: number;
}
