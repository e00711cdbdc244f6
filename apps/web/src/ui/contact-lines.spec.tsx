import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ContactLines } from './contact-lines.tsx';

describe('how to reach support', () => {
  it.each([
    ['a number', '+49 30 123456', ['mailto:help@foyer.test', 'tel:+4930123456']],
    ['none', undefined, ['mailto:help@foyer.test']],
  ])('has the address, and the telephone where there is %s', (_, phone, expected) => {
    const { container } = render(<ContactLines email="help@foyer.test" phone={phone} />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(expected);
    expect(container.textContent?.includes('Phone')).toBe(phone !== undefined);
  });
});
