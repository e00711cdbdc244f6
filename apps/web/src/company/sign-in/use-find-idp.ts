import { endpoints } from '@foyer/contracts/endpoints';
import { findIdpReply } from '@foyer/contracts/company/saml';
import { useMutation } from '@tanstack/react-query';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { samlAddress } from '../../navigation/saml-address.ts';
import { t } from '../../words/t.ts';

export function useFindIdp() {
  const leave = useDocumentNavigation();
  return useMutation({
    mutationFn: (email: string) => send(endpoints.findIdp, { body: { email }, reply: findIdpReply }),
    onSuccess: ({ idpName, idpNames }) => {
      if (!idpNames) leave(signInAddress(idpName));
    },
  });
}

export function signInAddress(idpName: string): string {
  const { redirect } = readArrival();
  return samlAddress(idpName, redirect ? { redirect } : {});
}

/** Returns the error of the email field, or undefined if another email address cannot solve the problem. */
export function fieldProblemOf(error: Error): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.code === 'IdpUnknown' ? error.message : error.fields.email;
}

export function problemText(error: Error): string | undefined {
  return problemInWords(
    error,
    t(
      'company.useFindIdp.failed',
      'We couldn’t look up your company’s sign-in. Check your connection and try again.',
    ),
  );
}
