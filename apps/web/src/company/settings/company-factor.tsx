import { endpoints } from '@foyer/contracts/endpoints';
import { idpChangedReply } from '@foyer/contracts/company/saml';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';
import { ssoSettingsQuery } from './sso-queries.ts';
import styles from './sso-settings.module.css';

type CompanyFactorProps = { idpName: string; asksForSecondFactor: boolean };

/** Whether signing in through the company is enough where the team requires a second factor. */
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
                'You told us that {idpName} asks everyone for a second factor. If your team requires one, signing in through {idpName} is enough.',
                { idpName },
              )
            : t(
                'company.companyFactor.countsIfReported',
                'If your team requires a second factor, signing in through {idpName} is enough only when {idpName} tells us that it asked for one. Otherwise people set up a passkey or an authenticator app here.',
                { idpName },
              )}
        </p>
        <Message kind="success">
          {change.isSuccess && t('company.companyFactor.saved', 'Saved. It counts from the next sign-in.')}
        </Message>
        <Message kind="error">
          {problemInWords(
            change.error,
            t(
              'company.companyFactor.saveFailed',
              'Nothing was changed. Check your connection and try again.',
            ),
          )}
        </Message>
        <Button
          variant={asksForSecondFactor ? 'quietDanger' : 'secondary'}
          isLoading={change.isPending}
          onClick={() => change.mutate(!asksForSecondFactor)}
        >
          {asksForSecondFactor
            ? t('company.companyFactor.stopCounting', 'Stop counting {idpName} as a second factor', {
                idpName,
              })
            : t('company.companyFactor.startCounting', 'Count {idpName} as a second factor', { idpName })}
        </Button>
      </div>
    </div>
  );
}

function useChangeIdp(idpName: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (asksForSecondFactor: boolean) =>
      asSignedIn(
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
