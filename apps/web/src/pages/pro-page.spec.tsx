import { fakeServer, renderInPortal } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { choosePlan, readPlan } from '../journey/plan-choice.ts';
import { ProPage } from './pro-page.tsx';

describe('PRO page', () => {
  it('chooses PRO, leads to the form, and opens the short login with a way back', async () => {
    fakeServer({});
    choosePlan('free');
    const { user } = renderInPortal(<ProPage />, { at: '/pro' });
    expect(readPlan()).toBe('pro');
    expect(document.title).toBe('Create an Account or Upgrade – Foyer');
    expect(screen.getByRole('link', { name: 'Create an account' }).getAttribute('href')).toBe('/signup/form');
    await user.click(screen.getByRole('link', { name: 'Log in' }));
    expect(document.title).toBe('Upgrade Account – Foyer');
    expect(screen.getByLabelText('Password')).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Back' }));
    expect(screen.queryByLabelText('Password')).toBeNull();
  });
});
