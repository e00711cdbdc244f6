import { describe, expect, it } from '@jest/globals';
import { redirectHostOf } from '@foyer/contracts/connected-apps/redirect-uri';
import { webOriginsOf } from './app-origins.service.ts';

const UNREADABLE = 'https://planner.test:99999/back';

describe('an invalid redirect URI of an app', () => {
  it('does not prevent the use of the app’s other redirect URIs', () => {
    expect(
      webOriginsOf([UNREADABLE, 'https://planner.test/back', 'http://localhost:1/', 'com.x:/y']),
    ).toEqual(['https://planner.test']);
  });

  it('is shown unchanged', () => {
    expect([UNREADABLE, 'https://planner.test/back'].map(redirectHostOf)).toEqual([
      UNREADABLE,
      'planner.test',
    ]);
  });
});
