import { endpoints } from '@foyer/contracts/endpoints';
import type { OAuthRequest } from '@foyer/contracts/oauth';
import { useRef } from 'react';
import { csrfToken } from '../../http/csrf-token.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './consent-form.module.css';
import { describeScopes, hostOf } from './oauth-request.ts';

/**
 * What an app is granted, where the answer goes, and No or Yes. A real form post: the server sends the browser back to
 * the app (SPEC 7). The name can be anything, so the address is shown too (LESSONS F64).
 */
export function ConsentForm({ request }: { request: OAuthRequest }) {
  const { userEmail } = usePageValues();
  const isSent = useRef(false);
  const scopes = describeScopes(request.scope);
  return (
    <form
      method={endpoints.oauthDecision.method}
      action={endpoints.oauthDecision.path}
      onSubmit={(event) => {
        if (isSent.current) event.preventDefault();
        isSent.current = true;
      }}
    >
      {Object.entries({ ...request, _csrf: csrfToken() }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.grant}>
        {scopes.length > 0 && (
          <ul aria-label="What it may do">
            {scopes.map((scope) => (
              <li key={scope}>
                <Icon name="check" size={18} />
                {scope}
              </li>
            ))}
          </ul>
        )}
        <p className={styles.facts}>
          You will go back to <strong>{hostOf(request.redirect_uri)}</strong>.
          {userEmail && (
            <>
              <br />
              You are logged in as <strong>{userEmail}</strong>.
            </>
          )}
        </p>
      </div>
      <div className={styles.choice}>
        <Button type="submit" variant="secondary" name="decision" value="no">
          No
        </Button>
        <Button type="submit" name="decision" value="allow">
          Yes
        </Button>
      </div>
    </form>
  );
}
