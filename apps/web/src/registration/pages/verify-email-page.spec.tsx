import {
  answer,
  fakeServer,
  problemAnswer,
  renderInPortal,
  skipWaits,
  testUser,
} from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { pollWaitMs } from '../verify-email/use-verified-elsewhere.ts';
import { choosePlan } from '../../navigation/plan-choice.ts';
import { storedVerification } from '../verification.ts';
import { announceVerified } from '../verified-signal.ts';
import { VerifyEmailPage } from './verify-email-page.tsx';

const EMAIL = testUser.email;
const at = '/verify-email';

describe('the page for verifying an email address', () => {
  beforeEach(() => {
    sessionStorage.clear();
    choosePlan('free');
  });

  it('redirects to /signup without an address', async () => {
    fakeServer({});
    const { place } = renderInPortal(<VerifyEmailPage />, { at });
    await waitFor(() => expect(place.path).toBe('/signup'));
  });

  it('shows the address, the step and the cooldown', () => {
    choosePlan('pro');
    storedVerification.write({ email: EMAIL, sentAtMs: Date.now() });
    fakeServer({});
    renderInPortal(<VerifyEmailPage />, { at });
    expect(screen.getByText(EMAIL)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Step 1 of 3' })).toBeTruthy();
    expect(screen.getAllByText('2 min 0 sec remaining to re-send email')).toHaveLength(2);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend email' }).disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Change it' }).getAttribute('href')).toBe('/signup/form');
  });

  it('does not let an invited person change the address, even after another mail', async () => {
    storedVerification.write({ email: EMAIL, sentAtMs: Date.now() - 121_000, invitedTo: 'team' });
    choosePlan('pro');
    fakeServer({ 'POST /verify-email/resend': answer({}) });
    const { user } = renderInPortal(<VerifyEmailPage />, { at });
    expect(screen.getByText(/follow the link\s+to accept the invitation/)).toBeTruthy();
    expect(screen.getByText(/The invitation works only for this one/)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Step 1 of 2' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Change it' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Resend email' }));
    await screen.findByText(`We’ve sent another email to ${EMAIL}.`);
    expect(storedVerification.read()?.invitedTo).toBe('team');
  });

  it('does not treat an invited user who logs in as a new user', async () => {
    storedVerification.write({ email: EMAIL, sentAtMs: Date.now(), invitedTo: 'event' });
    fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }) });
    const { place } = renderInPortal(<VerifyEmailPage />, { at });
    await waitFor(() => expect(place.path).toBe('/login'));
  });

  it('sends another mail after the cooldown, and restarts the cooldown', async () => {
    storedVerification.write({ email: EMAIL, sentAtMs: Date.now() - 121_000 });
    const calls = fakeServer({ 'POST /verify-email/resend': answer({}) });
    const { user } = renderInPortal(<VerifyEmailPage />, { at });
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Resend email' });
    await user.click(button);
    expect(await screen.findByText(`We’ve sent another email to ${EMAIL}.`)).toBeTruthy();
    expect(button.disabled).toBe(true);
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ email: EMAIL });
    expect(Date.now() - (storedVerification.read()?.sentAtMs ?? 0)).toBeLessThan(60_000);
  });

  it('shows that the mail could not be sent', async () => {
    storedVerification.write({ email: EMAIL, sentAtMs: 0 });
    fakeServer({ 'POST /verify-email/resend': problemAnswer('Unavailable') });
    const { user } = renderInPortal(<VerifyEmailPage />, { at });
    await user.click(screen.getByRole('button', { name: 'Resend email' }));
    expect(await screen.findByText('We’re busy right now. Try again in a few seconds.')).toBeTruthy();
  });

  it('continues when the address is verified in another tab', async () => {
    skipWaits();
    storedVerification.write({ email: EMAIL.toUpperCase(), sentAtMs: Date.now() });
    fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }) });
    const { place } = renderInPortal(<VerifyEmailPage />, { at });
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeTruthy();
    expect(document.title).toContain('✓ Email verified');
    expect(place.path).toBe(at);
    await waitFor(() => expect(place.path).toBe('/success'));
  });

  it('is notified by the other tab, without an address in local storage', async () => {
    storedVerification.write({ email: EMAIL, sentAtMs: Date.now() });
    const calls = fakeServer({
      'GET /session': [answer({ csrfToken: 't' }), answer({ csrfToken: 't', user: testUser })],
    });
    renderInPortal(<VerifyEmailPage />, { at });
    await waitFor(() => expect(calls).toHaveLength(1));
    announceVerified();
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(await screen.findByRole('heading', { name: 'Your email address is verified' })).toBeTruthy();
    expect(JSON.stringify({ ...localStorage })).not.toContain(EMAIL);
  });

  it('links to the webmail of a well-known provider', async () => {
    storedVerification.write({ email: 'Ada@GoogleMail.com', sentAtMs: Date.now() });
    fakeServer({});
    renderInPortal(<VerifyEmailPage />, { at });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /^Open Gmail/ });
    expect([link.href, link.target, link.rel]).toEqual([
      'https://mail.google.com/mail/',
      '_blank',
      'noopener',
    ]);
  });

  it('stays open if another user is logged in', async () => {
    storedVerification.write({ email: 'grace@example.test', sentAtMs: Date.now() });
    const calls = fakeServer({ 'GET /session': answer({ csrfToken: 't', user: testUser }) });
    const { place } = renderInPortal(<VerifyEmailPage />, { at });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(place.path).toBe(at);
  });

  it('polls at growing intervals of up to 30 seconds', () => {
    const waits = Array.from({ length: 20 }, (_, asked) => pollWaitMs(asked));
    expect(waits[0]).toBe(3_000);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(waits.at(-1)).toBe(30_000);
  });
});
