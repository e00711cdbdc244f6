import { renderInPortal } from '../test-portal.tsx';
import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { OAuthAuthorizePage } from './oauth-authorize-page.tsx';

const at =
  '/oauth/authorize?client_id=demo&redirect_uri=https%3A%2F%2Fapp.test%2Fback&response_type=code&state=x';

describe('consent', () => {
  it('names the app and where the answer goes, and posts every parameter', () => {
    renderInPortal(<OAuthAuthorizePage />, { at, values: { appName: 'Demo App' } });
    expect(screen.getByText('Do you want to grant Demo App access to your diagramming data?')).toBeTruthy();
    expect(screen.getByText('app.test')).toBeTruthy();
    const form = screen.getByRole('button', { name: 'Yes' }).closest('form');
    expect([form?.method, form && new URL(form.action).pathname]).toEqual(['post', '/oauth/authorize']);
    const sent = [...(form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])];
    expect(Object.fromEntries(sent.map(({ name, value }) => [name, value]))).toMatchObject({
      client_id: 'demo',
      redirect_uri: 'https://app.test/back',
      response_type: 'code',
      state: 'x',
    });
    expect(sent.map(({ name }) => name)).toContain('_csrf');
    const decisions = screen
      .getAllByRole<HTMLButtonElement>('button')
      .map(({ name, value }) => [name, value]);
    expect(decisions).toEqual([
      ['decision', 'no'],
      ['decision', 'allow'],
    ]);
  });

  it.each([
    [at, ''],
    ['/oauth/authorize', 'Demo App'],
  ])('is not asked at %s of an app named %j', async (where, appName) => {
    const { place } = renderInPortal(<OAuthAuthorizePage />, { at: where, values: { appName } });
    await waitFor(() => expect(place.path).toBe('/oauth-authorize-error'));
  });
});
