import '../test-browser.ts';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Menu, MenuAction, loadMenus } from './menu.tsx';

beforeAll(loadMenus);

function show() {
  const [onEdit, onRemove] = [jest.fn(), jest.fn()];
  render(
    <Menu label="Actions for Mia">
      <MenuAction onSelect={onEdit}>Make owner</MenuAction>
      <MenuAction isDestructive onSelect={onRemove}>
        Remove
      </MenuAction>
    </Menu>,
  );
  return { user: userEvent.setup(), onEdit, onRemove, button: screen.getByRole('button') };
}

/** WAI-ARIA Authoring Practices, "Menu Button": roles, states and keys. */
describe('a menu button', () => {
  it('tells assistive technology that it has a menu, and whether the menu is open', async () => {
    const { user, button } = show();
    expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-expanded')]).toEqual([
      'true',
      'false',
    ]);
    expect(button.getAttribute('aria-label')).toBe('Actions for Mia');
    await user.click(button);
    expect(screen.getByRole('menu', { name: 'Actions for Mia' })).toBeTruthy();
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Make owner',
      'Remove',
    ]);
  });

  it('works with the keyboard: opens at the first or last item, wraps around, and restores the focus', async () => {
    const { user, button, onRemove, onEdit } = show();
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Make owner');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Make owner');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button));
    expect(screen.queryByRole('menu')).toBeNull();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Remove');
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect([onRemove, onEdit].map((called) => called.mock.calls.length)).toEqual([1, 0]);
  });
});
