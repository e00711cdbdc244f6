import { endpoints } from '@foyer/contracts/endpoints';
import { findIdpReply } from '@foyer/contracts/saml';
import { useMutation } from '@tanstack/react-query';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { readArrival } from '../../journey/arrival.ts';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';
import { samlAddress } from '../../journey/saml-address.ts';

/**
 * Finds the identity provider of an address's company and leaves for it. A company with several teams has several; then
 * it stays, and the visitor chooses.
 */
export function useFindIdp() {
  const leave = useDocumentNavigation();
  return useMutation({
    mutationFn: (email: string) => send(endpoints.findIdp, { body: { email }, reply: findIdpReply }),
    onSuccess: ({ idpName, idpNames }) => {
      if (!idpNames) leave(signInAddress(idpName));
    },
  });
}

/** Where an identity provider is signed in at, with the page the visitor came for. */
export function signInAddress(idpName: string): string {
  const { redirect } = readArrival();
  return samlAddress(idpName, redirect ? { redirect } : {});
}

/** What is said at the field: another address may do. */
export function fieldProblemOf(error: Error): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.code === 'IdpUnknown' ? error.message : error.fields.email;
}

export function problemText(error: Error): string {
  return error instanceof ProblemError
    ? error.message
    : 'Your company’s sign-in could not be found. Check your connection and try again.';
}
