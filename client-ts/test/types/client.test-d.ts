/** Checked by `tsc` alone: what the types of generated modules admit. */
import type { Client, Pending, Remote } from "../../src/index.ts";
import { type Listener, Room, Workshop } from "../contracts.ts";

declare const client: Client;

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
const is = <A, B>(_same: Same<A, B>): void => undefined;

export const check = async (): Promise<void> => {
  const shop = client.lookup("workshop", Workshop);
  is<typeof shop, Pending<Workshop>>(true);
  is<Awaited<typeof shop>, Remote<Workshop>>(true);

  const sum = shop.add(1, 2, { timeout: 100, signal: new AbortController().signal });
  is<typeof sum, Promise<number>>(true);
  const twice = await shop.twice(2n);
  is<typeof twice, bigint>(true);
  // @ts-expect-error long is a bigint
  await shop.twice(2);
  // @ts-expect-error an argument is missing
  await shop.add(1);
  // @ts-expect-error no such option
  await shop.add(1, 2, { timout: 100 });
  // @ts-expect-error no such method
  shop.unknown();

  // overloads stay overloads
  await shop.kind(1, { timeout: 1 });
  await shop.kind("a");
  // @ts-expect-error neither takes it
  await shop.kind(true);

  // a reference is usable before it is there
  const room = shop.enter("hall");
  is<typeof room, Promise<Remote<Room>> & Remote<Room>>(true);
  await room.next("attic").lines();
  (await room)[Symbol.dispose]?.();
  const [first] = await shop.enterAll(["a"]);
  await shop.nameOf(first);

  for await (const number of shop.count(3, { prefetch: 2 })) is<typeof number, number>(true);

  // callbacks: parameters are known where an object is written
  await shop.callBack({ said: (text) => text.trim(), told: (text) => void text.length, numbers: () => [1] }, "x");
  const remote = {} as Remote<Listener>;
  await shop.callBack(remote, "x");
  // @ts-expect-error methods are missing
  await shop.callBack({ said: () => "" }, "x");

  // @ts-expect-error a record's field has another type
  await shop.page({ items: [1], number: 1 });
  const shape = (await shop.echo({} as never)).shape;
  if (shape["@class"] === "io.tellask.browser.Workshop$Circle") is<typeof shape.radius, number>(true);

  using closing = client;
  closing.publish("room", Room, {} as Room);
  const dynamic = await client.lookup("x");
  dynamic.anything(1);
};
