import { describe, expect, it } from '@jest/globals';
import { checkClock } from './check-database.ts';
import { lineOf, ok, secretParts, toDo } from './finding.ts';

describe('the clock', () => {
  it.each([
    [0.2, 'ok', 'agree'],
    [-4, 'ok', 'agree'],
    [40, 'to do', '40 seconds ahead of the database'],
    [-3600, 'to do', '3600 seconds behind the database'],
  ])('%s seconds ahead is %s', (seconds, says, text) => {
    expect(checkClock(seconds)).toMatchObject({ says, text: expect.stringContaining(text) });
  });
});

describe('a line', () => {
  it('says ok or what to do, once', () => {
    expect(lineOf(ok('clock', 'agrees.'), [])).toBe('ok             clock: agrees.');
    expect(lineOf(toDo('mail', 'gone:\n  try again'), [])).toBe('to do          mail: gone: try again');
  });

  it('has no secret: no value, no entry of a list, no password of an address, however it is written', () => {
    const secrets = secretParts(['postgresql://ada:p%40ss-word@db/foyer', 'first-secret, second-secret']);
    const text =
      'postgresql://ada:p%40ss-word@db/foyer p%40ss-word p@ss-word first-secret second-secret of ada at db';
    expect(lineOf(toDo('x', text), secrets)).toBe('to do          x: … … … … … of ada at db');
  });
});
