import type { SamlLookupReply } from '@foyer/contracts/company/saml';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';

/** Posts the form automatically. If the browser blocks this, the visitor can press the button. */
export function PostToProvider({ saml, samlType, relayState, actionUrl }: SamlLookupReply) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.submit(), []);
  return (
    <form ref={form} method="post" action={actionUrl}>
      <input type="hidden" name={samlType} value={saml} />
      <input type="hidden" name="RelayState" value={relayState} />
      <Button type="submit" variant="quiet">
        {t('common.continue', 'Continue')}
      </Button>
    </form>
  );
}
