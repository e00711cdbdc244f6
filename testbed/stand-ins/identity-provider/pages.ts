import { escapeHtml, layOutPage } from '../page-layout.ts';
import type { IdentityProvider, Person } from './identity-providers.ts';
import { responseFaults } from './response-faults.ts';

export function frontPage(idps: IdentityProvider[], portalUrl: string): string {
  const items = idps.map(
    ({ name, company }) =>
      `<li><strong>${escapeHtml(company)}</strong><br />
        <a href="${new URL(`/saml/${name}`, portalUrl).href}">Sign in from the portal</a><br />
        <a href="/${name}">Sign in from here</a><br />
        <a href="/${name}/metadata">Metadata</a></li>`,
  );
  return layOutPage(
    'Company sign-in (stand-in)',
    `<p>This page stands in for the identity providers of companies whose users sign in to the portal.</p>
      <ul>${items.join('\n')}</ul>`,
  );
}

/** `request` is the data of the portal's request, which the form passes on. */
export function signInPage(
  idp: IdentityProvider,
  request: { requestId: string; relayState: string; isForced: boolean },
): string {
  const begun = request.requestId
    ? `The portal requests a ${request.isForced ? 'new sign-in (ForceAuthn)' : 'sign-in'}.`
    : 'This sign-in starts here, without a request from the portal (IdP-initiated).';
  return layOutPage(
    `${idp.company} sign-in (stand-in)`,
    `<p>${begun} You don’t need a password.</p>
      <form method="post" action="/${idp.name}/answer">
        ${hidden('requestId', request.requestId)}
        ${hidden('relayState', request.relayState)}
        <h2>Demo users</h2>
        ${idp.people.map(personButton).join('\n        ')}
        <h2>Another user</h2>
        <label>Email <input name="email" type="email" autocomplete="off" required /></label>
        <label>First name <input name="firstName" autocomplete="off" value="Nora" /></label>
        <label>Last name <input name="lastName" autocomplete="off" value="Newcomer" /></label>
        <label class="choice"><input name="isSuccessor" type="checkbox" /> Has the address of a former employee</label>
        <button>Continue</button>
        <h2>SAML response</h2>
        <label>Fault <select name="fault">${faultOptions()}</select></label>
      </form>`,
  );
}

export function answerPage(acsUrl: string, fields: { SAMLResponse: string; RelayState: string }): string {
  return layOutPage(
    'Back to the portal (stand-in)',
    `<form method="post" action="${escapeHtml(acsUrl)}">
        ${hidden('SAMLResponse', fields.SAMLResponse)}
        ${fields.RelayState ? hidden('RelayState', fields.RelayState) : ''}
        <button>Continue to the portal</button>
      </form>
      <script>document.forms[0].submit();</script>`,
  );
}

export function problemPage(sentence: string): string {
  return layOutPage('Company sign-in (stand-in)', `<p>${escapeHtml(sentence)}</p>`);
}

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

function faultOptions(): string {
  return Object.entries(responseFaults)
    .map(([value, label]) => `<option value="${value}">${label}</option>`)
    .join('');
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${name}" value="${escapeHtml(value)}" />`;
