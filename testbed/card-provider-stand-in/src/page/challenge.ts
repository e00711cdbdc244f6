import { setStyles } from './card-field.ts';

/**
 * As at Stripe, the challenge is added at the end of the page, so it gets no focus while the page shows a modal dialog.
 */
export function showBankChallenge(): Promise<'passed' | 'failed'> {
  const before = document.activeElement;
  const cover = document.createElement('div');
  setStyles(cover, {
    position: 'fixed',
    inset: '0',
    'z-index': '2147483647',
    display: 'grid',
    'place-items': 'center',
    background: 'rgb(0 0 0 / 60%)',
  });
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.setAttribute('aria-labelledby', 'card-provider-challenge-title');
  setStyles(dialog, {
    'max-width': '24rem',
    margin: '1rem',
    padding: '1.5rem',
    'border-radius': '0.5rem',
    background: '#ffffff',
    color: '#1f2937',
    font: '1rem/1.5 system-ui, sans-serif',
  });
  const title = document.createElement('h2');
  title.id = 'card-provider-challenge-title';
  title.textContent = '3D Secure 2 Test Page';
  setStyles(title, { margin: '0 0 0.5rem', 'font-size': '1.25rem' });
  const text = document.createElement('p');
  text.textContent = 'Your bank asks you to approve this payment. Choose the result.';
  const buttons = document.createElement('div');
  setStyles(buttons, { display: 'flex', gap: '0.75rem' });
  const complete = createButton('Complete', '#1d4ed8');
  const fail = createButton('Fail', '#b91c1c');
  buttons.append(complete, fail);
  dialog.append(title, text, buttons);
  cover.append(dialog);
  document.body.append(cover);
  complete.focus();

  return new Promise((resolve) => {
    const end = (outcome: 'passed' | 'failed'): void => {
      cover.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(outcome);
    };
    complete.addEventListener('click', () => end('passed'));
    fail.addEventListener('click', () => end('failed'));
    dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Tab') return;
      event.preventDefault();
      (document.activeElement === complete ? fail : complete).focus();
    });
  });
}

function createButton(label: string, colour: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = label;
  setStyles(button, {
    padding: '0.5rem 1rem',
    border: '0',
    'border-radius': '0.375rem',
    background: colour,
    color: '#ffffff',
    font: 'inherit',
    cursor: 'pointer',
  });
  return button;
}
