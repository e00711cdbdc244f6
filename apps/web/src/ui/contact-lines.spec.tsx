import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ContactLines } from './contact-lines.tsx';

describe('the contact details of support', () => {
  it.each([
    ['the phone number', '+49 30 123456', ['mailto:help@foyer.test', 'tel:+4930123456']],
    ['no phone number', undefined, ['mailto:help@foyer.test']],
  ])('show the email address and %s', (_, phone, expected) => {
    const { container } = render(<ContactLines email="help@foyer.test" phone={phone} />);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(expected);
    expect(container.textContent?.includes('Phone')).toBe(phone !== undefined);
  });
});
