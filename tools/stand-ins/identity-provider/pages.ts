import type { IdentityProvider, Person } from './identity-providers.ts';
import { misbehaviours } from './misbehaviours.ts';

/** Everything the stand-in offers. */
export function frontPage(idps: IdentityProvider[], portalUrl: string): string {
  const items = idps.map(
    ({ name, company }) =>
      `<li><strong>${escapeHtml(company)}</strong><br />
        <a href="${new URL(`/saml/${name}`, portalUrl).href}">Sign in, beginning at the portal</a><br />
        <a href="/${name}">Sign in, beginning here</a><br />
        <a href="/${name}/metadata">Metadata</a></li>`,
  );
  return layOut(
    'Company sign-in (stand-in)',
    `<p>This stands in for the identity providers of companies whose people sign in to the portal.</p>
      <ul>${items.join('\n')}</ul>`,
  );
}

/** Who is it, and should the answer be a good one? `request` is what the portal posted, to be handed back. */
export function signInPage(
  idp: IdentityProvider,
  request: { requestId: string; relayState: string },
): string {
  const begun = request.requestId
    ? 'The portal asks who you are.'
    : 'Nobody asked: this sign-in begins here (IdP-initiated).';
  return layOut(
    `${idp.company} sign-in (stand-in)`,
    `<p>${begun} Passwords are not needed.</p>
      <form method="post" action="/${idp.name}/answer">
        ${hidden('requestId', request.requestId)}
        ${hidden('relayState', request.relayState)}
        <h2>Demo people</h2>
        ${idp.people.map(personButton).join('\n        ')}
        <h2>Somebody else</h2>
        <label>Email <input name="email" type="email" autocomplete="off" required /></label>
        <label>First name <input name="firstName" autocomplete="off" value="Nora" /></label>
        <label>Last name <input name="lastName" autocomplete="off" value="Newcomer" /></label>
        <button>Continue</button>
        <h2>What is to be wrong</h2>
        <label>Misbehave <select name="misbehaviour">${misbehaviourOptions()}</select></label>
      </form>`,
  );
}

/** Posts the answer to the portal by itself, and with a button where scripts are off. */
export function answerPage(acsUrl: string, fields: { SAMLResponse: string; RelayState: string }): string {
  return layOut(
    'Back to the portal (stand-in)',
    `<form method="post" action="${escapeHtml(acsUrl)}">
        ${hidden('SAMLResponse', fields.SAMLResponse)}
        ${fields.RelayState ? hidden('RelayState', fields.RelayState) : ''}
        <button>Continue to the portal</button>
      </form>
      <script>document.forms[0].submit();</script>`,
  );
}

/** Tells what is wrong with a call. */
export function problemPage(sentence: string): string {
  return layOut('Company sign-in (stand-in)', `<p>${escapeHtml(sentence)}</p>`);
}

/** The provider's metadata (SAML metadata 2.4.3), as its administrator would hand it out. */
export function metadataOf(idp: IdentityProvider, url: string): string {
  const certificate = idp.keys.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${idp.entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing">
      <KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">
        <X509Data><X509Certificate>${certificate}</X509Certificate></X509Data>
      </KeyInfo>
    </KeyDescriptor>
    <NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</NameIDFormat>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${url}/${idp.name}/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>
`;
}

function personButton({ email, firstName, lastName }: Person): string {
  const label = `${firstName} ${lastName}, ${email}`;
  return `<button class="person" name="person" value="${escapeHtml(email)}" formnovalidate>${escapeHtml(label)}</button>`;
}

function misbehaviourOptions(): string {
  return Object.entries(misbehaviours)
    .map(([value, label]) => `<option value="${value}">${label}</option>`)
    .join('');
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}" />`;

function layOut(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeHtml(title)}</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f7f9; color: #1f2937;
             font: 1rem/1.6 system-ui, sans-serif; }
      main { box-sizing: border-box; width: 100%; max-width: 30rem; padding: 2rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.3; }
      h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
      a { color: #1d4ed8; }
      li { margin-bottom: 1rem; }
      label { display: block; margin-bottom: 0.75rem; }
      input, select { display: block; box-sizing: border-box; width: 100%; }
      input, select, button { min-height: 2.5rem; padding: 0.25rem 0.75rem; font: inherit; color: inherit;
                              background: #fff; border: 1px solid #6b7280; border-radius: 0.375rem; }
      button { cursor: pointer; color: #fff; background: #1d4ed8; border-color: #1d4ed8; }
      .person { display: block; width: 100%; margin-bottom: 0.5rem; text-align: left; color: inherit;
                background: #fff; border-color: #6b7280; }
      :focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px; }
    </style>
  </head>
  <body>
    <main>
      <h1>${escapeHtml(title)}</h1>
      ${body}
    </main>
  </body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
