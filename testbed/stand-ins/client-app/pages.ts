import { oauthScopes, type UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { escapeHtml, layOutPage } from '../page-layout.ts';
import { CLIENT_APP } from './client-app.ts';
import type { Connection } from './portal-client.ts';
import type { Notice, Visit } from './visits.ts';

export function frontPage(portalUrl: URL, visit: Visit, isRegistered: boolean): string {
  const title = 'This page stands in for the seating product';
  return layOutPage(
    title,
    `<p>You logged in through the portal. The real product would open here, with your events and diagrams.</p>
      <nav aria-label="Portal">
        <a href="${portalUrl.href}">Back to the portal</a>
        <a href="${new URL('/logout', portalUrl).href}">Log out</a>
      </nav>
      ${isRegistered ? appSection(visit) : ''}`,
  );
}

function appSection({ notice, connection, user }: Visit): string {
  return `<section aria-labelledby="app">
        <h2 id="app">${CLIENT_APP.name}</h2>
        <p>This page is also ${CLIENT_APP.name}, a third-party app that connects to the portal (OAuth 2.0).</p>
        ${notice ? noticeBox(notice) : ''}
        ${connection ? connectionDetails(connection, user) : '<p>Not connected.</p>'}
        ${connection ? calls(connection) : ''}
        ${connectForm(connection)}
      </section>`;
}

function noticeBox({ text, isError }: Notice): string {
  return `<p class="notice" role="${isError ? 'alert' : 'status'}">${escapeHtml(text)}</p>`;
}

function connectionDetails({ tokens, scopes }: Connection, user: UserinfoReply | undefined): string {
  const details = [
    ...(user
      ? [
          ['Connected as', `${user.name}, ${user.email}`],
          ['User ID', user.sub],
          ['Team', user.team.name],
          ['Plan', user.plan],
          ['Entitlements', entitlementsIn(user)],
        ]
      : [['Connected as', 'a user who didn’t share their name']]),
    ['Scopes', scopes.join(', ')],
    ['Access token expires', secondsInWords(tokens.expiresIn())],
    ['Refresh token', tokens.refresh_token ? 'yes' : 'no'],
  ] as [string, string][];
  const rows = details.map(
    ([term, text]) => `<dt>${escapeHtml(term)}</dt>
          <dd>${escapeHtml(text)}</dd>`,
  );
  return `<dl>
          ${rows.join('\n          ')}
        </dl>`;
}

function calls({ scopes }: Connection): string {
  const isInviter = scopes.includes('events.invite');
  return `<div class="row">
          <form method="post" action="/user"><button>Get user info</button></form>
          <form method="post" action="/refresh"><button>Refresh tokens</button></form>
          <form method="post" action="/disconnect"><button>Disconnect</button></form>
        </div>
        <h3>Invite a guest to an event</h3>
        ${isInviter ? '' : '<p>You didn’t allow this (events.invite), so the portal will reject it.</p>'}
        <form method="post" action="/invite">
          <label>Guest’s email <input name="email" type="email" autocomplete="off" required /></label>
          <label>Event <input name="eventName" autocomplete="off" maxlength="120" required value="Harbour Gala" /></label>
          <button>Invite</button>
        </form>`;
}

function connectForm(connection: Connection | undefined): string {
  const choices = Object.entries(oauthScopes).map(([scope, words]) => {
    const isChecked = connection?.scopes.includes(scope) ?? scope === 'profile';
    return `<label class="choice"><input type="checkbox" name="scope" value="${scope}"${isChecked ? ' checked' : ''} />
            ${escapeHtml(words)}</label>`;
  });
  return `<h3>${connection ? 'Request more access' : 'Request access'}</h3>
        <form method="post" action="/connect">
          <fieldset>
            <legend>Scopes that ${CLIENT_APP.name} requests</legend>
            ${choices.join('\n            ')}
          </fieldset>
          <button>${connection ? 'Connect again' : 'Connect'}</button>
        </form>`;
}

function entitlementsIn({ entitlements }: UserinfoReply): string {
  return Object.entries(entitlements)
    .map(([name, most]) => `${name}: ${most ?? 'no limit'}`)
    .join(', ');
}

function secondsInWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'unknown';
  if (seconds <= 0) return 'expired';
  return `in ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
