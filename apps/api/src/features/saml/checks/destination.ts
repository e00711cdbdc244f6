import { CheckFailed, quote, required, type Check } from '../examination.ts';

/** It was meant for our ACS URL, to the letter (SAML bindings 3.5.5.2). */
export const destination: Check = (examination) => {
  const { Destination: received } = required(examination.response).attributes;
  const { acsUrl } = examination.serviceProvider;
  if (received !== acsUrl)
    throw new CheckFailed(
      'destination',
      `Destination is ${quote(received)}, expected is ${quote(acsUrl)}. Set the ACS URL at the identity provider.`,
    );
  return { detail: `Destination is ${quote(received)}.` };
};
