import { randomUUIDv7 } from 'node:crypto';

let last = '';

/**
 * Returns a job's ID. It sorts after this process's earlier IDs, because the worker sends the mails to an address in
 * the order of their IDs.
 */
export function nextMailId(): string {
  let id = randomUUIDv7();
  // IDs of the same millisecond have a random order.
  while (id <= last) id = randomUUIDv7();
  last = id;
  return id;
}
