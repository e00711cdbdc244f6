import { endpoints } from '@foyer/contracts/endpoints';
import { GRANT_LIFE_DAYS, type OAuthRequest } from '@foyer/contracts/connected-apps/oauth';
import type { ConsentValues } from '@foyer/contracts/page-values';
import { useState, type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { englishGoverns } from '../../fields/english-governs.ts';
import { ScopeList } from '../../fields/scope-list.tsx';
import { csrfToken } from '../../http/csrf-token.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useLogOut } from '../../identity/log-out.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import styles from './consent-form.module.css';

const decisions = [
  { decision: 'no', label: () => t('common.no', 'No'), variant: 'secondary' },
  { decision: 'allow', label: () => t('common.yes', 'Yes'), variant: 'primary' },
] as const;

type ConsentFormProps = { request: OAuthRequest; consent: ConsentValues };

/**
 * The form posts the answer, and the server redirects to the app (docs/product.md 7). The app's host is shown because
 * any app can use any name.
 */
export function ConsentForm({
  request,
  consent: { ticket, scopes, redirectHost, isOnDevice, choosesAccount, otherAccount },
}: ConsentFormProps) {
  const { appName, userEmail } = usePageValues();
  const [sent, setSent] = useState<string>();
  useReloadOnBack();
  const governs = englishGoverns();
  return (
    <form
      className={styles.form}
      method={endpoints.oauthDecision.method}
      action={endpoints.oauthDecision.path}
      onSubmit={(event) => {
        if (sent) return event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        setSent(submitter instanceof HTMLButtonElement ? submitter.value : undefined);
      }}
    >
      {Object.entries({ ...request, ticket, _csrf: csrfToken() }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.grant}>
        {choosesAccount && (
          <div className={styles.account}>
            <p>
              {rich(
                'connectedApps.consentForm.chooseAccount',
                'Continue as <strong>{email}</strong> or use another account.',
                {
                  email: userEmail,
                  strong,
                },
              )}
            </p>
            <OtherAccount address={otherAccount}>
              {t('connectedApps.consentForm.useAnotherAccount', 'Use another account')}
            </OtherAccount>
          </div>
        )}
        <p id="consent-scopes" className={styles.name}>
          {t('connectedApps.consentForm.permissionsLead', '{appName} will be able to:', { appName })}
        </p>
        <ScopeList scopes={scopes} labelledBy="consent-scopes" />
        <p className={styles.facts}>
          {t(
            'connectedApps.consentForm.accessEnds',
            'Access expires after {days, plural, one {# day} other {# days}}. You can disconnect the app at any time in your settings, under Apps.',
            { days: GRANT_LIFE_DAYS },
          )}
        </p>
        <p className={styles.facts}>
          {isOnDevice
            ? rich(
                'connectedApps.consentForm.nextAppOnDevice',
                'Next, you’ll go to an app on this device: <strong>{host}</strong>.',
                {
                  host: redirectHost,
                  strong,
                },
              )
            : rich('connectedApps.consentForm.nextHost', 'Next, you’ll go to <strong>{host}</strong>.', {
                host: redirectHost,
                strong,
              })}
        </p>
        {governs && <p className={styles.facts}>{governs}</p>}
        {!choosesAccount && (
          <p className={styles.facts}>
            {rich(
              'connectedApps.consentForm.loggedInAs',
              'You’re logged in as <strong>{email}</strong>. Not you? <other>Log out</other>',
              {
                email: userEmail,
                strong,
                other: (words) => <OtherAccount address={otherAccount}>{words}</OtherAccount>,
              },
            )}
          </p>
        )}
      </div>
      <div className={styles.choice}>
        {decisions.map(({ decision, label, variant }) => (
          <Button
            key={decision}
            type="submit"
            name="decision"
            value={decision}
            variant={variant}
            isLoading={sent === decision}
          >
            {label()}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Logs out. The next login returns to the app's request. */
function OtherAccount({ address, children }: { address: string; children: ReactNode }) {
  const { logOut, isLoggingOut } = useLogOut(address);
  return (
    <TextButton
      onClick={() => {
        if (!isLoggingOut) logOut();
      }}
    >
      {children}
    </TextButton>
  );
}

const strong = (words: ReactNode) => <strong>{words}</strong>;

/** Reloads the page when Back restores it from the bfcache, because the visitor may have answered the request. */
function useReloadOnBack(): void {
  const leave = useDocumentNavigation();
  const { pathname, search } = useLocation();
  useEffect(() => {
    function onPageShow({ persisted }: PageTransitionEvent): void {
      if (persisted) leave(pathname + search, { isReplacing: true });
    }
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, [leave, pathname, search]);
}
