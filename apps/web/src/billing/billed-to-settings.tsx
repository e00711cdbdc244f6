import { addressLines } from '@foyer/catalog/address-forms';
import { findCountry, findState } from '@foyer/catalog/countries';
import type { BilledToReply } from '@foyer/contracts/billing/billed-to';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { countryName } from '../fields/country-options.ts';
import { emptyBillingForm } from './billing-draft.ts';
import { useFormDraft } from '../navigation/own-drafts.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import part from '../ui/settings-part.module.css';
import { t } from '../words/t.ts';
import { BilledToForm } from './billed-to-form.tsx';
import styles from './billing-settings.module.css';
import { NotLoaded } from './not-loaded.tsx';

/** The draft does not contain the tax ID. */
const { hasAgreed: _, ...address } = emptyBillingForm;
const keptOfBilledTo = { ...address, company: '' };

export function BilledToSettings({ query: billedTo }: { query: UseQueryResult<BilledToReply> }) {
  const draft = useFormDraft('billed-to', keptOfBilledTo);
  const [isChanging, setChanging] = useState(() => draft.read() !== undefined);
  const [isSaved, setSaved] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  function close(isDone: boolean): void {
    draft.remove();
    setChanging(false);
    setSaved(isDone);
    heading.current?.focus();
  }
  return (
    <section aria-labelledby="billed-to-title">
      <h2 id="billed-to-title" className={styles.title} ref={heading} tabIndex={-1}>
        {t('billing.billedToSettings.title', 'Billing details')}
      </h2>
      <div className={part.messages}>
        <Message kind="success">
          {isSaved && t('billing.billedToSettings.saved', 'Saved. These details will be on future invoices.')}
        </Message>
      </div>
      {billedTo.isPending ? (
        <Spinner label={t('billing.billedToSettings.loading', 'Loading your billing details')} />
      ) : !billedTo.data ? (
        <NotLoaded
          query={billedTo}
          what={t('billing.billedToSettings.loadFailed', 'We couldn’t load your billing details.')}
        />
      ) : (
        <div className={styles.box}>
          {isChanging ? (
            <BilledToForm
              billedTo={billedTo.data}
              draft={draft}
              onDone={() => close(true)}
              onCancel={() => close(false)}
            />
          ) : (
            <>
              <address className={styles.address}>
                {linesOf(billedTo.data).map((line) => (
                  <span key={line}>
                    <bdi>{line}</bdi>
                  </span>
                ))}
              </address>
              <Button
                variant="secondary"
                onClick={() => {
                  setSaved(false);
                  setChanging(true);
                }}
              >
                {t('billing.billedToSettings.change', 'Edit billing details')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

function linesOf(billedTo: BilledToReply): string[] {
  const { company, name, stateCode, taxId } = billedTo;
  const country = findCountry(billedTo.countryCode);
  const state = country && findState(country, stateCode)?.label;
  const lines = [
    company,
    name,
    ...addressLines({ ...billedTo, stateCode: state ?? stateCode }),
    country ? countryName(country.code, country.label) : '',
    taxId && t('billing.billedToSettings.taxId', 'Tax ID {taxId}', { taxId }),
  ].filter(Boolean);
  return lines.length > 0 ? lines : [t('billing.billedToSettings.empty', 'No billing details yet.')];
}
