import { afterEach, beforeAll, jest } from '@jest/globals';
import { cleanup } from '@testing-library/react';
import * as React from 'react';

// Testing Library would also set this flag and clean up, but only in the first file of each worker.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(cleanup);
afterEach(() => void jest.useRealTimers());

/** Stops React from recording a stack for each element, because that is slow. */
const internals: unknown = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1];
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Infinity,
    set() {},
  });
