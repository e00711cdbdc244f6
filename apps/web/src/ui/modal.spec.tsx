import '../test-browser.ts';
import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Modal } from './modal.tsx';

describe('a modal', () => {
  it('closes on Escape, a backdrop click and the close button if it is closable', async () => {
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

  it('stays open if it is not closable', async () => {
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

  it.each([
    ['immediately', 0],
    ['within a frame', 1],
    ['after a pause', 20],
  ])('returns the focus to the opener after three modals that follow each other %s', async (_, gapMs) => {
    const user = userEvent.setup();
    render(<Chain gapMs={gapMs} />);
    const button = screen.getByRole('button', { name: 'Pay' });
    await user.click(button);
    await user.click(await screen.findByRole('button', { name: 'To 2' }));
    await user.click(await screen.findByRole('button', { name: 'To 3' }));
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });
});

function Chain({ gapMs }: { gapMs: number }) {
  const [step, setStep] = useState(0);
  function openNext(next: number): void {
    setStep(gapMs ? 0 : next);
    if (gapMs) setTimeout(() => setStep(next), gapMs);
  }
  return (
    <>
      <button type="button" onClick={() => setStep(1)}>
        Pay
      </button>
      {[1, 2].map(
        (at) =>
          step === at && (
            <Modal
              key={at}
              title={`Modal ${at}`}
              actions={
                <button type="button" onClick={() => openNext(at + 1)}>
                  To {at + 1}
                </button>
              }
            >
              Text
            </Modal>
          ),
      )}
      {step === 3 && (
        <Modal title="Modal 3" onClose={() => setStep(0)}>
          Text
        </Modal>
      )}
    </>
  );
}
