import type { SsoCheck } from '@foyer/contracts/saml';
import { algorithms } from './checks/algorithms.ts';
import { attributes } from './checks/attributes.ts';
import { audience } from './checks/audience.ts';
import { destination } from './checks/destination.ts';
import { encoding } from './checks/encoding.ts';
import { form } from './checks/form.ts';
import { issuer } from './checks/issuer.ts';
import { request } from './checks/request.ts';
import { signature } from './checks/signature.ts';
import { status } from './checks/status.ts';
import { subject } from './checks/subject.ts';
import { time } from './checks/time.ts';
import { xml } from './checks/xml.ts';
import type { Check } from './examination.ts';

/**
 * What a response must pass, in this order. The last check, "account", belongs to the transaction that signs in:
 * whether there is a seat, and whether the message is new, only the database can say.
 */
export const allChecks = {
  form,
  encoding,
  xml,
  algorithms,
  request,
  status,
  destination,
  issuer,
  signature,
  time,
  audience,
  subject,
  attributes,
} satisfies Record<Exclude<SsoCheck, 'account'>, Check>;
