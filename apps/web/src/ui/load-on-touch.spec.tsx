import '../test-browser.ts';
import { expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Menu, MenuAction } from './menu.tsx';

/** This file has a single test, because modules are loaded only once per file. */
it('a menu opens at its first item even if its code loads during the press of the button', async () => {
  const user = userEvent.setup();
  render(
    <Menu label="Actions">
      <MenuAction onSelect={() => {}}>Remove</MenuAction>
    </Menu>,
  );
  const button = screen.getByRole('button');
  expect(screen.queryByRole('menuitem')).toBeNull();
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  await act(() => import('./list-menu.tsx'));
  // A replaced element receives no click, so the first button must stay during the press.
  expect(button.isConnected).toBe(true);
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  const item = await screen.findByRole('menuitem', { name: 'Remove' });
  await waitFor(() => expect(document.activeElement).toBe(item));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' })));
});
