import '../test-browser.ts';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { countries } from '@foyer/catalog/countries';
import { loadLists } from '../ui/select-field.tsx';
import { countryOptions } from './country-options.ts';
import { PlaceFields, RegionField } from './place-fields.tsx';

const highlighted = () => document.activeElement?.textContent;

let keysPressed = 0;
/**
 * Presses keys in quick succession, even on a busy machine: their time stamps are a millisecond apart, and no timer
 * fires between them.
 */
function type(letters: string): void {
  for (const key of letters) {
    const field = document.activeElement ?? document.body;
    const press = createEvent.keyDown(field, { key });
    Object.defineProperty(press, 'timeStamp', { value: ++keysPressed });
    fireEvent(field, press);
  }
}

beforeAll(loadLists);

describe('the country field', () => {
  it('lists all countries, with five common ones first and type-ahead from the highlighted one', async () => {
    const user = userEvent.setup();
    render(<PlaceFields countryCode="" stateCode="" errors={{}} onChange={() => {}} />);
    await user.tab();
    await user.keyboard('{Enter}');
    const list = within(screen.getByRole('listbox'));
    expect(list.getAllByRole('option', { hidden: true })).toHaveLength(countries.length);
    const first = screen.getByRole('group', { name: 'Common choices' });
    expect([...first.children].map((option) => option.textContent)).toEqual([
      'United States',
      'Australia',
      'Canada',
      'Germany',
      'United Kingdom',
    ]);
    expect(highlighted()).toBe('United States');
    type('un');
    expect(highlighted()).toBe('United Kingdom');
    type('ited a');
    expect(highlighted()).toBe('United Arab Emirates');
  });

  it.each(['nihon', 'にほん', 'ニホン', '日本', 'Japan', 'JP'])(
    'finds Japan in Japanese by %s',
    async (typed) => {
      document.documentElement.lang = 'ja';
      const user = userEvent.setup();
      const options = countryOptions().filter(({ value }) => ['NI', 'JM', 'CN', 'JP', 'KR'].includes(value));
      render(
        <RegionField countryCode="XX" regions={options} value="" error={undefined} onChange={() => {}} />,
      );
      await user.tab();
      await user.keyboard('{Enter}');
      keysPressed += 10_000;
      type(typed);
      expect(highlighted()).toBe('日本');
      document.documentElement.lang = 'en';
    },
  );
});

describe('the list of countries', () => {
  afterEach(() => void (document.documentElement.lang = 'en'));

  it('is sorted in Japanese by reading, and has the short name of Hong Kong', () => {
    document.documentElement.lang = 'ja';
    const labels = countryOptions().map(({ label }) => label);
    const place = (label: string) => labels.indexOf(label);
    expect(place('日本')).toBeGreaterThan(place('西サハラ'));
    expect(place('日本')).toBeLessThan(place('ニュージーランド'));
    expect(place('韓国')).toBeLessThan(place('ギリシャ'));
    expect(labels).toContain('香港');
  });
});
