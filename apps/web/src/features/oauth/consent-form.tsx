import { endpoints } from '@foyer/contracts/endpoints';
import { GRANT_LIFE_DAYS, type OAuthRequest } from '@foyer/contracts/oauth';
import type { ConsentValues } from '@foyer/contracts/page-values';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ScopeList } from '../../fields/scope-list.tsx';
import { csrfToken } from '../../http/csrf-token.ts';
import { useLogOut } from '../../journey/log-out.ts';
import { loginAddress } from '../../journey/login-address.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import styles from './consent-form.module.css';
import { useFreshAfterBack } from './use-fresh-after-back.ts';

const decisions = [
  { decision: 'no', label: 'No', variant: 'secondary' },
  { decision: 'allow', label: 'Yes', variant: 'primary' },
] as const;

type ConsentFormProps = { request: OAuthRequest; consent: ConsentValues };

/**
 * What an app is granted, for how long, by whom, where the answer goes, and No or Yes. A real form post: the server
 * sends the browser back to the app (SPEC 7). The name can be anything, so the host is shown too (LESSONS F64).
 */
export function ConsentForm({
  request,
  consent: { ticket, scopes, redirectHost, isOnDevice },
}: ConsentFormProps) {
  const { appName, userEmail } = usePageValues();
  const [sent, setSent] = useState<string>();
  useFreshAfterBack();
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
        <p id="consent-scopes" className={styles.name}>
          {appName} will be able to:
        </p>
        <ScopeList scopes={scopes} labelledBy="consent-scopes" />
        <p className={styles.facts}>
          Access ends after {GRANT_LIFE_DAYS} days. You can take it back at any time in your settings, under
          Apps.
        </p>
        <p className={styles.facts}>
          {isOnDevice ? 'Next you go to an app on this device: ' : 'Next you go to '}
          <strong>{redirectHost}</strong>.
        </p>
        <p className={styles.facts}>
          You are logged in as <strong>{userEmail}</strong>. <OtherAccount />
        </p>
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
            {label}
          </Button>
        ))}
      </div>
    </form>
  );
}

/** Leads to the login, and from there back to the same request. */
function OtherAccount() {
  const { search } = useLocation();
  const { logOut, isLoggingOut } = useLogOut(loginAddress(routes.oauthAuthorize, {}, search));
  return (
    <>
      Not you?{' '}
      <TextButton
        onClick={() => {
          if (!isLoggingOut) logOut();
        }}
      >
        Log out
      </TextButton>
    </>
  );
}
