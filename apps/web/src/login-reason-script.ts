/**
 * Inline script in the head of the login page. It writes the reason for the login into the line above the form before
 * the first paint, so that the form does not move later. The script does not know who sent an invitation, so it only
 * reserves the line's height (ui/page-heading.module.css). It has no imports, because the build compiles only this file
 * into the page.
 */

/** Inserted by the build, in the page's language. */
declare const WHY: {
  idledOut: string;
  idledOutWithInput: string;
  /** Contains the placeholder `{appName}`. */
  appAsks: string;
  oauthAuthorize: string;
  /** `target`: a regular expression for the page after the login. `line`: an example text of typical length. */
  invitations: [target: string, line: string][];
};

type Values = { hasIdledOut?: boolean; appName?: string };

function writeReason(why: HTMLElement): void {
  const { hasIdledOut, appName } = JSON.parse(
    document.getElementById('page-values')?.textContent ?? '{}',
  ) as Values;
  const redirect = new URLSearchParams(location.search).get('redirect') ?? '';
  const target = redirect.replace(/[?#].*/, '');
  const invitation = WHY.invitations.find(([path]) => new RegExp(path).test(target))?.[1];
  if (hasIdledOut) why.textContent = hasDrafts() ? WHY.idledOutWithInput : WHY.idledOut;
  else if (target === WHY.oauthAuthorize && appName)
    why.textContent = WHY.appAsks.replace('{appName}', () => appName);
  else if (invitation) why.dataset['room'] = invitation;
}

/** The key is that of navigation/own-drafts.ts. */
function hasDrafts(): boolean {
  try {
    return sessionStorage.getItem('portal.own-drafts') !== null;
  } catch {
    return false;
  }
}

// An observer runs after the parser has added the line and before the browser paints it.
new MutationObserver((_changes, observer) => {
  const why = document.getElementById('why');
  if (!why) return;
  observer.disconnect();
  writeReason(why);
}).observe(document, { childList: true, subtree: true });

export {};
