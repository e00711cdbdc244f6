import '../test-browser.ts';
import { describe, expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { countries } from '@foyer/catalog/countries';
import { PlaceFields } from './place-fields.tsx';

const highlighted = () => document.activeElement?.textContent;

let keysPressed = 0;
/**
 * Presses keys as fast as fingers do: a millisecond apart by their own time, and no timer runs out between them, however
 * long a busy machine takes over each.
 */
function type(letters: string): void {
  for (const key of letters) {
    const field = document.activeElement ?? document.body;
    const press = createEvent.keyDown(field, { key });
    Object.defineProperty(press, 'timeStamp', { value: ++keysPressed });
    fireEvent(field, press);
  }
}

describe('country', () => {
  it('looks for a new word after the highlighted option, and for more of it at the found one', async () => {
    const user = userEvent.setup();
    render(<PlaceFields countryCode="" stateCode="" errors={{}} onChange={() => {}} />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(highlighted()).toBe('United States');
    type('un');
    expect(highlighted()).toBe('United Kingdom');
    type('ited a');
    expect(highlighted()).toBe('United Arab Emirates');
  });

  it('offers every country, the first five apart', async () => {
    const user = userEvent.setup();
    render(<PlaceFields countryCode="" stateCode="" errors={{}} onChange={() => {}} />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getAllByRole('option')).toHaveLength(countries.length);
    const first = screen.getByRole('group', { name: 'Most chosen countries' });
    expect([...first.children].map((option) => option.textContent)).toEqual([
      'United States',
      'Australia',
      'Canada',
      'Germany',
      'United Kingdom',
    ]);
  });
});
