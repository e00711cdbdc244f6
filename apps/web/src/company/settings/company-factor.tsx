import { endpoints } from '@foyer/contracts/endpoints';
import { idpChangedReply } from '@foyer/contracts/company/saml';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';
import { ssoSettingsQuery } from './sso-queries.ts';
import styles from './sso-settings.module.css';

type CompanyFactorProps = { idpName: string; asksForSecondFactor: boolean };

/**
 * The owner decides whether every company sign-in counts as a second factor, or only one that reports a second factor.
 */
export function CompanyFactor({ idpName, asksForSecondFactor }: CompanyFactorProps) {
  const change = useChangeIdp(idpName);
  return (
    <div>
      <h3 className={styles.subtitle}>{t('common.secondFactor', 'Two-step verification')}</h3>
      <div className={styles.stack}>
        <p>
          {asksForSecondFactor
            ? t(
                'company.companyFactor.countsNow',
                'You’ve confirmed that {idpName} requires two-step verification for everyone. If your team requires it, signing in with {idpName} is enough.',
                { idpName },
              )
            : t(
                'company.companyFactor.countsIfReported',
                'If your team requires two-step verification, signing in with {idpName} is enough only when {idpName} reports that it was used. Otherwise, members set up a passkey or an authenticator app here.',
                { idpName },
              )}
        </p>
        <Message kind="success">
          {change.isSuccess && t('company.companyFactor.saved', 'Saved. This applies from the next sign-in.')}
        </Message>
        <Message kind="error">
          {problemInWords(
            change.error,
            t(
              'common.changeUnconfirmed',
              'We couldn’t confirm this change. Check your connection and try again.',
            ),
          )}
        </Message>
        <Button
          variant={asksForSecondFactor ? 'quietDanger' : 'secondary'}
          isLoading={change.isPending}
          onClick={() => change.mutate(!asksForSecondFactor)}
        >
          {asksForSecondFactor
            ? t('company.companyFactor.stopCounting', 'Stop accepting {idpName} as two-step verification', {
                idpName,
              })
            : t('company.companyFactor.startCounting', 'Accept {idpName} as two-step verification', {
                idpName,
              })}
        </Button>
      </div>
    </div>
  );
}

function useChangeIdp(idpName: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asksForSecondFactor: boolean) =>
      withSessionCheck(
        queries,
        send(endpoints.changeIdp, {
          params: { idpName },
          body: { asksForSecondFactor },
          reply: idpChangedReply,
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ssoSettingsQuery.queryKey, exact: true }),
  });
}
