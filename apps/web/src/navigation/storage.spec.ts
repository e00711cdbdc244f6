import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import * as z from 'zod/mini';
import { bySchema, stored } from './storage.ts';

const value = stored('sessionStorage', 'spec', bySchema(z.object({ n: z.number() })));

describe('a stored value', () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('can be read until it is removed', () => {
    value.write({ n: 1 });
    expect(value.read()).toEqual({ n: 1 });
    value.remove();
    expect(value.read()).toBeUndefined();
  });

  it.each(['{', '{"n":"1"}', 'null', '[]'])('is ignored if its text is invalid: %s', (text) => {
    sessionStorage.setItem('portal.spec', text);
    expect(value.read()).toBeUndefined();
  });

  it('stays in memory if the browser blocks storage', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    value.write({ n: 2 });
    expect(value.read()).toEqual({ n: 2 });
    value.remove();
    expect(value.read()).toBeUndefined();
  });

  it('moves from memory to storage when the browser allows storage again', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    value.write({ n: 3 });
    full.mockRestore();
    value.write({ n: 4 });
    expect(value.read()).toEqual({ n: 4 });
    sessionStorage.setItem('portal.spec', '{"n":5}');
    expect(value.read()).toEqual({ n: 5 });
  });
});
