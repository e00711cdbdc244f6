import { renderInPortal } from './test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { OtherPages } from './other-pages.tsx';

describe('the route table', () => {
  it.each(['/Failure-General', '/FAILURE-GENERAL', '//failure-general', '/failure-general;x'])(
    'has no page at %s, just as the server has none',
    (at) => {
      renderInPortal(<OtherPages />, { at });
      expect(screen.getByRole('heading', { name: 'Oh no! This page cannot be found.' })).toBeTruthy();
    },
  );

  it('has a page at the correctly spelled path', () => {
    renderInPortal(<OtherPages />, { at: '/failure-general' });
    expect(screen.getByRole('heading', { name: "This isn't right" })).toBeTruthy();
  });
});
