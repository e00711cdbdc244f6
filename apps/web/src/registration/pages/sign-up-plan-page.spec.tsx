import { renderInPortal } from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { choosePlan, readPlan } from '../../navigation/plan-choice.ts';
import { SignUpPlanPage } from './sign-up-plan-page.tsx';

describe('plan selection', () => {
  beforeEach(() => choosePlan('free'));

  it('chooses by click or arrow and keeps the choice for the form', async () => {
    const { user, place } = renderInPortal(<SignUpPlanPage />, { at: '/signup' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Free Trial' }).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: /PRO/ }));
    expect(readPlan()).toBe('pro');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(place.path).toBe('/signup/form'));
  });

  it('describes each plan by its price and limits', () => {
    renderInPortal(<SignUpPlanPage />);
    const pro = screen.getByRole('radio', { name: /PRO/ });
    const details = document.getElementById(pro.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(details).toContain('$199 per month');
    expect(details).toContain('Unlimited collaborators per event');
  });
});
