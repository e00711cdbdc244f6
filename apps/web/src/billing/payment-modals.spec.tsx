import { renderInPortal } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { problemTypes, type ProblemCode } from '@foyer/contracts/problem';
import { screen } from '@testing-library/react';
import { ProblemError } from '../http/errors.ts';
import { CardProblem } from './card-problem.ts';
import { PaymentErrorModal, PaymentProcessingModal } from './payment-modals.tsx';

const problem = (code: ProblemCode) =>
  new ProblemError(problemTypes[code].status, { code, message: problemTypes[code].message });

describe('payment modals', () => {
  it('cannot be closed while the card is charged', async () => {
    const { user } = renderInPortal(<PaymentProcessingModal email="ada@example.test" />);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: 'Payment is processing' }).textContent).toContain(
      'Stay on this page to avoid disrupting the payment process.',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['a declined card', problem('CardDeclined'), 'Your card was declined.'],
    [
      'an invalid card number',
      new CardProblem('Your card number is invalid.'),
      'Your card number is invalid.',
    ],
    ['an unknown error', new Error('secret detail'), ''],
  ])('show what to do next, and the reason if it is known: %s', async (_, error, reason) => {
    const closed: boolean[] = [];
    const { user } = renderInPortal(<PaymentErrorModal error={error} onClose={() => closed.push(true)} />);
    const modal = screen.getByRole('alertdialog', { name: 'Your payment has not gone through' });
    expect(modal.textContent).toContain(reason);
    expect(modal.textContent).not.toContain('secret');
    expect(modal.textContent).toContain(
      'We had some trouble processing this request. Please verify your information and try submitting again. If this issue keeps happening, email support.',
    );
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(closed).toHaveLength(1);
  });

  it.each([
    ['SignInRequired', 'Log in', '/login?redirect=%2Fpro%2Fupgrade'],
    ['EmailMismatch', 'Log out', '/logout'],
  ] as const)('offer after %s what its message asks for: %s', (code, name, href) => {
    renderInPortal(<PaymentErrorModal error={problem(code)} onClose={() => {}} />);
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
  });

  it('link to the plan of a team that already has PRO, without a success message', () => {
    renderInPortal(<PaymentErrorModal error={problem('AlreadySubscribed')} onClose={() => {}} />);
    expect(screen.getByText('You already have PRO. Your card wasn’t charged again.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See your plan' }).getAttribute('href')).toBe(
      '/settings/billing',
    );
  });
});
