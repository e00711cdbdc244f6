import { randomUUIDv7 } from 'node:crypto';

let last = '';

/** A job's id, later than all earlier ones: the worker sends an address its mails in this order. */
export function nextMailId(): string {
  let id = randomUUIDv7();
  // Ids of the same millisecond have a random order. This repeats until the id is after the last one.
  while (id <= last) id = randomUUIDv7();
  last = id;
  return id;
}
