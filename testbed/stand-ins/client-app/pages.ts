import { oauthScopes, type UserinfoReply } from '@foyer/contracts/connected-apps/oauth';
import { escapeHtml, layOutPage } from '../page-layout.ts';
import { CLIENT_APP } from './client-app.ts';
import type { Connection } from './portal-client.ts';
import type { Notice, Visit } from './visits.ts';

export function frontPage(portalUrl: URL, visit: Visit, isRegistered: boolean): string {
  const title = 'This page stands in for the seating product';
  return layOutPage(
    title,
    `<p>You are through the portal: the real product would open here, with your events and diagrams.</p>
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
        <p>It also plays ${CLIENT_APP.name}, an app of somebody else that connects to the portal (OAuth 2.0).</p>
        ${notice ? noticeBox(notice) : ''}
        ${connection ? connectionDetails(connection, user) : '<p>No one is connected.</p>'}
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
          ['User id', user.sub],
          ['Team', user.team.name],
          ['Plan', user.plan],
          ['Entitlements', entitlementsIn(user)],
        ]
      : [['Connected as', 'a user who did not share their name']]),
    ['Allowed', scopes.join(', ')],
    ['The access token ends', secondsInWords(tokens.expiresIn())],
    ['Refresh token', tokens.refresh_token ? 'there is one' : 'there is none'],
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
          <form method="post" action="/user"><button>Ask who I am</button></form>
          <form method="post" action="/refresh"><button>Refresh</button></form>
          <form method="post" action="/disconnect"><button>Disconnect</button></form>
        </div>
        <h3>Invite somebody to an event as the user</h3>
        ${isInviter ? '' : '<p>This was not allowed (events.invite), so the portal will refuse it.</p>'}
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
  return `<h3>${connection ? 'Ask again' : 'Ask'}</h3>
        <form method="post" action="/connect">
          <fieldset>
            <legend>What ${CLIENT_APP.name} asks for</legend>
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
  if (seconds === undefined) return 'the portal did not say when';
  if (seconds <= 0) return 'has ended';
  return `in ${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
