import { renderPage } from '../../test-pages.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { choosePlan, readPlan } from '../../navigation/plan-choice.ts';

describe('the page for choosing a plan', () => {
  beforeEach(() => choosePlan('free'));

  it('stores the plan that the visitor clicks, and continues to the form', async () => {
    const { user, place } = renderPage({ at: '/signup' });
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Free Trial' })).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: /PRO/ }));
    expect(readPlan()).toBe('pro');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(place.path).toBe('/signup/form'));
  });

  it('describes PRO by its price and limits', async () => {
    renderPage({ at: '/signup' });
    const pro = await screen.findByRole('radio', { name: /PRO/ });
    const details = document.getElementById(pro.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(details).toContain('$199 per month');
    expect(details).toContain('Unlimited collaborators per event');
  });
});
