import { renderInPortal } from '../test-portal.tsx';
import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { NewPasswordForm } from './new-password-form.tsx';

const GOOD = 'Seating-Chart-42!';
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm password');
const states = () => screen.getAllByRole('listitem').map((item) => item.dataset.state);

function show(serverMessage?: string) {
  const onSubmit = jest.fn();
  const onChange = jest.fn();
  const view = renderInPortal(
    <NewPasswordForm
      email="ada@example.test"
      submitLabel="Create password"
      isLoading={false}
      serverMessage={serverMessage}
      onChange={onChange}
      onSubmit={onSubmit}
    />,
  );
  return { ...view, onSubmit, onChange };
}

describe('the form for a new password', () => {
  it('shows gray rules before any input, and describes the field by its rules', () => {
    show();
    expect(states()).toEqual(Array(5).fill('neutral'));
    const list = document.getElementById(password().getAttribute('aria-describedby') ?? '');
    expect(list?.textContent).toContain('At least 12 characters: not met');
  });

  it('turns each rule green when it is met, and red only after the user leaves the field', async () => {
    const { user } = show();
    await user.type(password(), 'Seating');
    expect(states()).toEqual(['neutral', 'success', 'success', 'neutral', 'neutral']);
    await user.tab();
    await user.tab();
    expect(states()).toEqual(['error', 'success', 'success', 'error', 'neutral']);
  });

  it('turns unmet rules red on submit, lists them, and focuses the field', async () => {
    const { user, onSubmit } = show();
    await user.click(screen.getByRole('button', { name: 'Create password' }));
    expect(states()).toEqual(Array(5).fill('error'));
    const alert = screen.getByRole('alert').textContent;
    expect(alert).toContain('Password requirements were not met.');
    expect(alert).toContain(
      'The following requirements are not met: At least 12 characters, One uppercase letter',
    );
    expect(document.activeElement).toBe(password());
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('focuses the confirmation if only the confirmation is wrong', async () => {
    const { user } = show();
    await user.type(password(), GOOD);
    await user.type(confirmation(), `${GOOD}x{Enter}`);
    expect(document.activeElement).toBe(confirmation());
    expect(states()).toEqual(['success', 'success', 'success', 'success', 'error']);
  });

  it('submits both passwords, even if they are pasted', async () => {
    const { user, onSubmit } = show();
    for (const field of [password(), confirmation()]) {
      await user.click(field);
      await user.paste(GOOD);
    }
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledWith(GOOD, GOOD);
  });

  it("shows the server's error until the user types", async () => {
    const { user, onChange } = show('This password is too common.');
    expect(screen.getByRole('alert').textContent).toBe('This password is too common.');
    await user.type(password(), 'x');
    expect(onChange).toHaveBeenCalled();
  });

  it('gives password managers the account, and marks both fields as new passwords', () => {
    show();
    expect(document.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(
      'ada@example.test',
    );
    expect([password().autocomplete, confirmation().autocomplete]).toEqual(['new-password', 'new-password']);
  });
});
