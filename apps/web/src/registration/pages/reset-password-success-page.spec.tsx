import { renderInPortal } from '../../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ResetPasswordSuccessPage } from './reset-password-success-page.tsx';

describe('a password that has been reset', () => {
  it('is confirmed, with a link to the login', () => {
    renderInPortal(<ResetPasswordSuccessPage />);
    expect(screen.getByRole('heading', { name: 'Success! Your password has been reset.' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to login' }).getAttribute('href')).toBe('/login');
  });
});
