import '../test-browser.ts';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Modal } from './modal.tsx';

describe('modal', () => {
  it('closes on Escape, on a click beside it and by its cross, when it is closable', async () => {
    const user = userEvent.setup();
    const onClose = jest.fn();
    render(
      <Modal title="Help" onClose={onClose}>
        Text
      </Modal>,
    );
    expect(screen.getByRole('dialog', { name: 'Help' })).toBeTruthy();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(2);
    await user.click(document.querySelector('.backdrop') as Element);
    expect(onClose).toHaveBeenCalledTimes(3);
  });

  it('stays when it is not closable', async () => {
    const user = userEvent.setup();
    render(
      <Modal title="Processing" isAlert>
        Text
      </Modal>,
    );
    await user.keyboard('{Escape}');
    await user.click(document.querySelector('.backdrop') as Element);
    expect(screen.getByRole('alertdialog', { name: 'Processing' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  });
});
