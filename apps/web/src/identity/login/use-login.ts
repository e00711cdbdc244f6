import type { Endpoint } from '@foyer/contracts/endpoints';
import { loginPageEndpoints } from '@foyer/contracts/login-page-endpoints';
import type { LoginBody } from '@foyer/contracts/identity/login';
import type { PasskeyLoginBody } from '@foyer/contracts/identity/passkeys';
import type { LoginFactorBody } from '@foyer/contracts/identity/second-factor';
import { useMutation } from '@tanstack/react-query';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { lockLogin } from '../../navigation/lockout.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { t } from '../../words/t.ts';

/** The first load does not include this contract. It loads when the form gets the focus. */
export const loginContract = () => import('@foyer/contracts/identity/login');

/** Loads analytics while the server checks the login, so that it does not delay the login. */
const loadIdentify = () => import('../../observe/identify.ts').catch(() => undefined);

/**
 * `opensUpgrade`: the form on /pro, whose login opens the upgrade (docs/product.md 4). The second step passes its own
 * `endpoint`.
 */
export function useLogin(opensUpgrade: boolean, endpoint: Endpoint = loginPageEndpoints.login) {
  const leave = useDocumentNavigation();
  const { analytics } = usePageValues();
  return useMutation({
    mutationFn: async (body: LoginBody | PasskeyLoginBody | LoginFactorBody) => {
      const loading = analytics && loadIdentify();
      const reply = loginContract().then((contract) => contract.loginReply);
      const to = 'credential' in body ? loginPageEndpoints.passkeyLogin : endpoint;
      const answer = await send(to, { body, reply });
      const { user } = answer;
      if (!user) throw new Error('Answer without a user');
      // Runs before `onSuccess`, because analytics must send the login before the browser navigates.
      if (analytics) void loading?.then((loaded) => loaded?.identify(user, analytics));
      return answer;
    },
    onSuccess: ({ hasIncompleteBilling, redirectURL }) => {
      if (!hasIncompleteBilling) leave(opensUpgrade ? routes.proUpgrade : redirectURL);
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.code === 'Locked') lockLogin(error.retryAfterSeconds);
      if (codeOf(error) !== 'SecondFactorMissing') return;
      // The server redirects both URLs to the page that sets up a second factor. After the set-up, that page opens the
      // upgrade or the requested page.
      const { redirect } = readArrival();
      const login = `${routes.login}${redirect && `?${new URLSearchParams({ redirect })}`}`;
      leave(opensUpgrade ? routes.proUpgrade : login);
    },
  });
}

/** For a login that failed for an unknown reason (docs/product.md 8). */
export const loginProblem = () => t('identity.loginFailed', 'There was a problem logging you in. Try again.');

export type LoginModalKind = 'Deactivated' | 'SubscriptionEnded' | 'AccountLeaving' | 'IncompleteBilling';

export function loginModalOf(login: ReturnType<typeof useLogin>): LoginModalKind | undefined {
  if (login.data?.hasIncompleteBilling) return 'IncompleteBilling';
  const code = codeOf(login.error);
  const hasModal = code === 'Deactivated' || code === 'SubscriptionEnded' || code === 'AccountLeaving';
  return hasModal ? code : undefined;
}

export const needsCode = (login: ReturnType<typeof useLogin>) =>
  codeOf(login.error) === 'SecondFactorRequired';

export const recoveryEndOf = ({ error }: ReturnType<typeof useLogin>) =>
  error instanceof ProblemError ? error.recoveryEndsAt : undefined;

/** Returns undefined if a modal or the countdown shows the failure. */
export function loginProblemText(login: ReturnType<typeof useLogin>): string | undefined {
  const { error } = login;
  if (!error || loginModalOf(login) || codeOf(error) === 'Locked') return undefined;
  return problemInWords(error, loginProblem());
}

export function codeOf(error: Error | null): string | undefined {
  return error instanceof ProblemError ? error.code : undefined;
}
