import { jest } from '@jest/globals';

// One test that a busy machine failed would end everything. Of a mutant the first failure is enough.
if (process.env['__STRYKER_ACTIVE_MUTANT__'] === undefined) jest.retryTimes(2, { retryImmediately: true });
