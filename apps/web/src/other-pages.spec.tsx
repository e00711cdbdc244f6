import { renderInPortal } from './test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { OtherPages } from './other-pages.tsx';

describe('the route table', () => {
  it.each(['/Failure-General', '/FAILURE-GENERAL', '//failure-general', '/failure-general;x'])(
    'has no page at %s, as the server has none',
    (at) => {
      renderInPortal(<OtherPages />, { at });
      expect(screen.getByRole('heading', { name: 'Oh no! This page cannot be found.' })).toBeTruthy();
    },
  );

  it('has a page for the right spelling', () => {
    renderInPortal(<OtherPages />, { at: '/failure-general' });
    expect(screen.getByRole('heading', { name: "This isn't right" })).toBeTruthy();
  });
});
