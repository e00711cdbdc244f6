import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ChooseIdp } from './choose-idp.tsx';
import styles from './company-offer.module.css';
import { fieldProblemOf, problemText, useFindIdp } from './use-find-idp.ts';
import { useSingleSignOnDomain } from './use-single-sign-on-domain.ts';

/**
 * Offers single sign-on for the typed address, in the place of `children`, if its domain has it. The password stays
 * possible; nothing above moves, so that nobody's click hits something else.
 */
export function CompanyOffer({ email, children }: { email: string; children: ReactNode }) {
  const domain = useSingleSignOnDomain(email);
  const find = useFindIdp();
  const idpNames = find.data?.idpNames;
  return (
    <>
      <VisuallyHidden>
        <span role="status">{domain && `You can continue with single sign-on for ${domain}.`}</span>
      </VisuallyHidden>
      {domain ? (
        <div className={styles.offer}>
          <Button
            variant="secondary"
            isWide
            isLoading={find.isPending || (find.isSuccess && !idpNames)}
            onClick={() => find.mutate(email)}
          >
            Continue with single sign-on for <span className={styles.domain}>{domain}</span>
          </Button>
          <Message kind="error">
            {find.error && (fieldProblemOf(find.error) ?? problemText(find.error))}
          </Message>
          {idpNames && <ChooseIdp idpNames={idpNames} />}
        </div>
      ) : (
        children
      )}
    </>
  );
}
