import {
  answer,
  fakeServer,
  fill,
  problemAnswer,
  retryLaterAnswer,
  renderInPortal,
  testUser,
} from '../../test-portal.tsx';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { endpoints } from '@foyer/contracts/endpoints';
import { problemTypes } from '@foyer/contracts/problem';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { send } from '../../http/send.ts';
import { announceStepUp } from '../../navigation/company-step-up.ts';
import { Button } from '../../ui/button.tsx';
import { StepUpPrompt } from './step-up-prompt.tsx';

const CALL = 'DELETE /settings/security/sessions';
const PROOF = 'POST /settings/security/proof';
const TITLE = 'Confirm it’s you';
const done = answer({ message: 'Other sessions ended' });
const needed = answer({ code: 'ProofNeeded', ...problemTypes.ProofNeeded, proofs: ['password'] }, 403);

function Caller() {
  const call = useMutation({ mutationFn: () => send(endpoints.endOtherSessions, { reply: doneReply }) });
  return (
    <>
      <Button onClick={() => call.mutate()}>Do it</Button>
      <Button onClick={() => void Promise.allSettled([call.mutateAsync(), call.mutateAsync()])}>
        Do both
      </Button>
      <p>{call.data?.message ?? call.error?.message}</p>
    </>
  );
}

function open(answers: Parameters<typeof fakeServer>[0]) {
  const calls = fakeServer({ 'GET /session': answer({ csrfToken: 'next', user: testUser }), ...answers });
  const view = renderInPortal(
    <>
      <StepUpPrompt />
      <Caller />
    </>,
  );
  const nameOf = ({ method, path }: (typeof calls)[number]) => `${method} ${path}`;
  return {
    ...view,
    calls: () => calls.map(nameOf),
    bodies: (name: string) => calls.filter((call) => nameOf(call) === name).map(({ body }) => body),
  };
}

beforeEach(() => localStorage.clear());

describe('the step-up prompt', () => {
  it('asks for the password, marks a wrong one, repeats the call, and restores the focus', async () => {
    const wrong = problemAnswer('ValidationFailed', { password: 'That’s not your current password' });
    const { user, calls } = open({
      [CALL]: [needed, done],
      [PROOF]: [wrong, answer({ message: 'Confirmed' })],
    });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: TITLE }));
    const field = dialog.getByLabelText('Your password');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('Required Field')).toBeTruthy();
    await fill(user, field, 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('That’s not your current password')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    await fill(user, field, '-right');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Other sessions ended')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(calls().filter((call) => call === CALL)).toHaveLength(2);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Do it' })));
  });

  it('closes on Escape without repeating the call, and leaves the server’s message', async () => {
    const { user, calls } = open({ [CALL]: needed });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    await screen.findByRole('alertdialog', { name: TITLE });
    await user.keyboard('{Escape}');
    expect(await screen.findByText(problemTypes.ProofNeeded.message)).toBeTruthy();
    expect(calls().filter((call) => call === CALL)).toHaveLength(1);
    expect(calls()).not.toContain(PROOF);
  });

  it('asks only once for two concurrent calls', async () => {
    const { user, calls } = open({
      [CALL]: [needed, needed, done],
      [PROOF]: answer({ message: 'Confirmed' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Do both' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: TITLE }));
    await waitFor(() => expect(calls().filter((call) => call === CALL)).toHaveLength(2));
    await fill(user, dialog.getByLabelText('Your password'), 'right');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(calls().filter((call) => call === CALL)).toHaveLength(4));
    expect(calls().filter((call) => call === PROOF)).toHaveLength(1);
  });

  it('shows that the account is locked, and disables the button', async () => {
    const { user } = open({ [CALL]: needed, [PROOF]: retryLaterAnswer(600, 'Locked') });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: TITLE }));
    await fill(user, dialog.getByLabelText('Your password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('has been locked'));
    expect(dialog.getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(true);
  });

  it('shows a failed company sign-in of another tab, and repeats the call after a successful one', async () => {
    const byCompany = {
      code: 'ProofNeeded',
      ...problemTypes.ProofNeeded,
      proofs: ['company'],
      idpName: 'acme',
    };
    const { user, calls } = open({ [CALL]: [answer(byCompany, 403), done] });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: TITLE }));
    const link = dialog.getByRole('link', { name: 'Sign in with your company (opens in a new tab)' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      '/saml/acme?proof=1',
      '_blank',
    ]);
    await user.click(link);
    expect(dialog.getByRole('status').textContent).toContain('Use the new tab to log in');
    act(() => announceStepUp('not-asked'));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('didn’t ask you to log in'));
    expect(calls().filter((call) => call === CALL)).toHaveLength(1);
    act(() => announceStepUp('ok'));
    expect(await screen.findByText('Other sessions ended')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('asks users with an authenticator app for password and code, and shows errors at the fields', async () => {
    const both = { ...problemTypes.ProofNeeded, code: 'ProofNeeded', proofs: ['password-and-code'] };
    const wrong = problemAnswer('ValidationFailed', { password: 'That’s not your current password' });
    const { user, calls, bodies } = open({
      [CALL]: [answer(both, 403), done],
      [PROOF]: [wrong, problemAnswer('WrongCode'), answer({ message: 'Confirmed' })],
    });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: TITLE }));
    const password = dialog.getByLabelText('Your password');
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await fill(user, password, 'right');
    await user.click(confirm);
    expect(await dialog.findByText('Enter the 6-digit code from your app')).toBeTruthy();
    expect(calls()).not.toContain(PROOF);
    await fill(user, dialog.getByLabelText('Code from your authenticator app'), '123 456');
    await user.click(confirm);
    expect(await dialog.findByText('That’s not your current password')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(password));
    await user.click(confirm);
    expect(await dialog.findByText(problemTypes.WrongCode.message)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Use a recovery code' }));
    await fill(user, dialog.getByLabelText('Recovery code'), 'ABCD-EFGH-JKMN');
    await user.click(confirm);
    expect(await screen.findByText('Other sessions ended')).toBeTruthy();
    expect(bodies(PROOF)).toEqual([
      { password: 'right', code: '123456' },
      { password: 'right', code: '123456' },
      { password: 'right', recoveryCode: 'ABCDEFGHJKMN' },
    ]);
  });

  it('asks for a code after the company sign-in if the sign-in is not enough', async () => {
    const ask = (proofs: string[]) =>
      answer({ ...problemTypes.ProofNeeded, code: 'ProofNeeded', proofs, idpName: 'acme' }, 403);
    const { user, bodies } = open({
      [CALL]: [ask(['company-and-code']), ask(['code', 'company-and-code']), done],
      [PROOF]: answer({ message: 'Confirmed' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    const link = await screen.findByRole('link', { name: 'Sign in with your company (opens in a new tab)' });
    expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull();
    await user.click(link);
    act(() => announceStepUp('ok'));
    await fill(user, await screen.findByLabelText('Code from your authenticator app'), '123456{Enter}');
    expect(await screen.findByText('Other sessions ended')).toBeTruthy();
    expect(bodies(PROOF)).toEqual([{ code: '123456' }]);
  });

  it('does not open if the server offers no way to confirm; only the server’s message is shown', async () => {
    const { user } = open({ [CALL]: problemAnswer('ProofNeeded') });
    await user.click(await screen.findByRole('button', { name: 'Do it' }));
    expect(await screen.findByText(problemTypes.ProofNeeded.message)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
