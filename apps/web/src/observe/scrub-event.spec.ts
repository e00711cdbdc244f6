import '../test-browser.ts';
import { describe, expect, it } from '@jest/globals';
import { scrubEvent } from './scrub-event.ts';

const view = () => ({
  url: 'https://x.test/login?redirect=%2Fa',
  referrer: 'https://x.test/join-team/c0de',
  name: '/login',
});

describe('an event for monitoring', () => {
  it('has no secret in its URLs', () => {
    const event = { type: 'resource', view: view(), resource: { url: 'https://x.test/invitation/team/s?x' } };
    expect(scrubEvent(event, '/login')).toBe(true);
    expect(JSON.stringify(event)).not.toMatch(/c0de|redirect|\/s\b/);
  });

  it('has no secret in error texts and script URLs', () => {
    const address = 'https://x.test/join-team/c0de?redirect=a';
    const event = {
      type: 'error',
      view: { ...view(), performance: { lcp: { resource_url: address } } },
      error: { message: `Cannot load ${address}`, stack: `at ${address}`, handling_stack: `at ${address}` },
      long_task: { scripts: [{ source_url: address, invoker: address }] },
    };
    scrubEvent(event, '/login');
    expect(JSON.stringify(event)).not.toMatch(/c0de|redirect/);
  });

  it('is dropped on a page whose URL contains a secret, unless it is a view event', () => {
    expect(scrubEvent({ type: 'action', view: view() }, '/join-team/c0de')).toBe(false);
    expect(scrubEvent({ type: 'view', view: view() }, '/join-team/c0de')).toBe(true);
  });
});
