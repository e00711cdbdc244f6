/**
 * Inline script in the head of the login page. It shows the reason for the login before the first paint, so that the form
 * does not move when the application shows it (identity/login/login-context.tsx). Only the server knows an invitation's
 * inviter, so the script reserves the line's height (ui/page-heading.module.css). It has no imports, because the build puts
 * this file into the page unchanged.
 */

/** The build's: the texts in the page's language. */
declare const WHY: {
  idledOut: string;
  idledOutWithInput: string;
  /** With `{appName}`. */
  appAsks: string;
  oauthAuthorize: string;
  /** Where the login leads on to, as a regular expression, and a line as long as most are. */
  invitations: [target: string, line: string][];
};

type Values = { hasIdledOut?: boolean; appName?: string };

function writeWhy(why: HTMLElement): void {
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

/** As navigation/own-drafts.ts keeps them. */
function hasDrafts(): boolean {
  try {
    return sessionStorage.getItem('portal.own-drafts') !== null;
  } catch {
    return false;
  }
}

// The observer runs after the parser adds an element and before the browser paints it.
new MutationObserver((_changes, observer) => {
  const why = document.getElementById('why');
  if (!why) return;
  observer.disconnect();
  writeWhy(why);
}).observe(document, { childList: true, subtree: true });

export {};
