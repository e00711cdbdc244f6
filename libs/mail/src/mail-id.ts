import { randomUUIDv7 } from 'node:crypto';

let last = '';

/** A job's id, later than those before it: the worker sends an address its mails in this order. */
export function nextMailId(): string {
  let id = randomUUIDv7();
  // Within a millisecond their order is random. There are as many after the last one as it takes.
  while (id <= last) id = randomUUIDv7();
  last = id;
  return id;
}
