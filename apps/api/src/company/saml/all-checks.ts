import type { GetCheckValue, RunCheck } from './check.ts';
import { algorithms } from './checks/algorithms.ts';
import { attributes } from './checks/attributes.ts';
import { audience } from './checks/audience.ts';
import { destination } from './checks/destination.ts';
import { encoding } from './checks/encoding.ts';
import { encryption } from './checks/encryption.ts';
import { form } from './checks/form.ts';
import { issuer } from './checks/issuer.ts';
import { request } from './checks/request.ts';
import { withoutVerification, signature } from './checks/signature.ts';
import { status } from './checks/status.ts';
import { acceptAssertion, subject } from './checks/subject.ts';
import { time } from './checks/time.ts';
import { xml } from './checks/xml.ts';
import type { Authenticated, VerifiedSignIn, Posted } from './stages.ts';

/**
 * The check "account" follows in the transaction that signs in, because only the database knows whether a seat is
 * free and whether the message is new.
 */
export async function passAllChecks(
  posted: Posted,
  check: RunCheck,
): Promise<{ authenticated: GetCheckValue<Authenticated>; person: GetCheckValue<VerifiedSignIn> }> {
  // Stage "parsed": the SAML library must get nothing unusual or expensive.
  const encoded = await check('form', () => form(posted));
  const text = await check('encoding', () => encoding(encoded()));
  const parsed = await check('xml', () => xml(text(), posted));
  await check('xml', () => encryption(parsed(), posted));
  await check('algorithms', () => algorithms(parsed()));

  // Stage "authenticated": the later checks read what the signature check returns. So "status", "destination" and
  // "issuer" run again on that content.
  const answered = await check(
    'request',
    () => request(parsed(), posted),
    () => posted.test,
  );
  await check('status', () => status(parsed()));
  await check('destination', () => destination(parsed(), posted));
  await check('issuer', () => issuer(parsed(), posted));
  const authenticated = await check(
    'signature',
    () => signature(parsed(), answered(), posted),
    () => withoutVerification(parsed()),
  );
  await check('status', () => status(authenticated()));
  await check('destination', () => destination(authenticated(), posted));
  await check('issuer', () => issuer(authenticated(), posted));

  // Stage "bound": the response was issued recently, for the portal and for this sign-in.
  const session = await check('time', () => time(authenticated(), posted));
  const expectedAudience = await check('audience', () => audience(authenticated(), posted));
  const confirmed = await check('subject', () => subject(authenticated(), answered(), posted));
  const bound = await check('subject', () =>
    acceptAssertion(authenticated(), posted, {
      answered: answered(),
      ...session(),
      audience: expectedAudience(),
      ...confirmed(),
    }),
  );

  const profile = await check('attributes', () => attributes(authenticated(), posted));
  return { authenticated, person: () => ({ ...bound(), ...profile() }) };
}
