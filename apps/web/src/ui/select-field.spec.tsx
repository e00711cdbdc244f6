import '../test-browser.ts';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';

import { loadLists, SelectField } from './select-field.tsx';

const fruits = ['Apple', 'Banana', 'Blueberry', 'Cherry', 'Blackberry'].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

function Fruit({ error }: { error?: string }) {
  const [value, setValue] = useState('');
  return (
    <SelectField
      label="Fruit"
      name="fruit"
      autoComplete="country"
      options={fruits}
      value={value}
      onChange={setValue}
      error={error}
      groups={{ firstCount: 2, firstLabel: 'Best', restLabel: 'Others' }}
    />
  );
}

const trigger = () => screen.getByRole('button', { name: /Fruit/ });
const highlighted = () => document.activeElement?.textContent;

describe('a dropdown', () => {
  beforeAll(loadLists);

  it('opens by keyboard, cycles with arrows, jumps with Home and End, closes with Escape', async () => {
    const user = userEvent.setup();
    render(<Fruit />);
    await user.tab();
    expect(document.activeElement).toBe(trigger());
    await user.keyboard('{ArrowDown}');
    expect(highlighted()).toBe('Apple');
    await user.keyboard('{ArrowUp}');
    expect(highlighted()).toBe('Blackberry');
    await user.keyboard('{ArrowDown}');
    expect(highlighted()).toBe('Apple');
    await user.keyboard('{End}');
    expect(highlighted()).toBe('Blackberry');
    await user.keyboard('{Home}');
    expect(highlighted()).toBe('Apple');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
  });

  it('finds an option by the start of its label, and starts a new search after one second', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: (ms: number) => jest.advanceTimersByTime(ms) });
    render(<Fruit />);
    await user.tab();
    await user.keyboard('{Enter}');
    await user.keyboard('bl');
    expect(highlighted()).toBe('Blueberry');
    await user.keyboard('a');
    expect(highlighted()).toBe('Blackberry');
    act(() => void jest.advanceTimersByTime(1000));
    await user.keyboard('c');
    expect(highlighted()).toBe('Cherry');
    await user.keyboard('{Enter}');
    expect(trigger().textContent).toContain('Cherry');
    jest.useRealTimers();
  });

  it('ignores keys while an input method is composing', async () => {
    const user = userEvent.setup();
    render(<Fruit />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(highlighted()).toBe('Apple');
    const focused = document.activeElement ?? document.body;
    fireEvent.keyDown(focused, { key: 'c', isComposing: true });
    fireEvent.keyDown(focused, { key: 'Enter', isComposing: true });
    expect(highlighted()).toBe('Apple');
    expect(screen.getByRole('listbox')).toBeTruthy();
    fireEvent.keyDown(focused, { key: 'c' });
    expect(highlighted()).toBe('Cherry');
  });

  it('has a search box for a long list, which works with input methods', async () => {
    const user = userEvent.setup();
    const onChange = jest.fn();
    const countries = Array.from({ length: 30 }, (_, at) => ({ value: `${at}`, label: `Land ${at}` }));
    const japan = { value: 'JP', label: '日本', search: ['にほん', 'Japan'] };
    render(
      <SelectField label="Fruit" name="fruit" options={[...countries, japan]} value="" onChange={onChange} />,
    );
    await user.click(trigger());
    const box = screen.getByRole('searchbox', { name: 'Search' });
    await user.type(box, 'ニホ');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['日本']);
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(onChange).not.toHaveBeenCalled();
    await user.keyboard('{ArrowDown}');
    expect(highlighted()).toBe('日本');
    await user.type(box, '{Enter}');
    expect(onChange).toHaveBeenCalledWith('JP');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('shows the first options as a group', async () => {
    const user = userEvent.setup();
    render(<Fruit />);
    await user.click(trigger());
    const best = screen.getByRole('group', { name: 'Best' });
    expect(within(best).getAllByRole('option')).toHaveLength(2);
  });

  it('accepts a value that the browser fills in', () => {
    render(<Fruit />);
    const native = document.querySelector('select[name="fruit"]') as HTMLSelectElement;
    expect(native.getAttribute('autocomplete')).toBe('country');
    fireEvent.change(native, { target: { value: 'cherry' } });
    expect(trigger().textContent).toContain('Cherry');
  });

  it('connects its error to the control for assistive technology', () => {
    render(<Fruit error="Required Field" />);
    const ids = trigger().getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain('Required Field');
  });
});
