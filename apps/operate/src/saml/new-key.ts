import { makeSigningKey } from '@foyer/tools/deploy/make-signing-key';

const key = await makeSigningKey('Foyer single sign-on');

console.log(`
A new signing key for single sign-on. Keep it with the other secrets, and give it to no one.

${key}

The first key: set SAML_SIGNING_KEY to it.

To replace a key without an outage:
  1. Append the new one:            SAML_SIGNING_KEY=<old>,<new>   and restart the replicas one by one.
     The old key still signs; the metadata (/saml/<name>/metadata) now shows both certificates.
  2. Wait until every identity provider has loaded the metadata again, or its administrator has added the new
     certificate by hand.
  3. Put the new one first:         SAML_SIGNING_KEY=<new>,<old>   and restart the replicas one by one.
     The new key signs now.
  4. A day later drop the old one:  SAML_SIGNING_KEY=<new>         and restart the replicas one by one.
`);
