import { fieldsOf } from '@foyer/contracts/field-problems';
import { factorProof, type FactorProof } from '@foyer/contracts/second-factor';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { FactorFields, useFactorEntry } from '../../fields/factor-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { textsInWords } from '../../words/texts-in-words.ts';
import { t } from '../../words/t.ts';
import styles from './second-factor.module.css';
import { problemOf } from './use-second-factor.ts';

const FORM = 'second-factor-proof';

type FactorModalProps = {
  title: string;
  children: ReactNode;
  button: { label: string; isDanger: boolean };
  changing: { mutate(proof: FactorProof): void; reset(): void; isPending: boolean; error: Error | null };
  onClose(): void;
};

/** Asks for a code before the second factor is changed. */
export function FactorModal({ title, children, button, changing, onClose }: FactorModalProps) {
  const [error, setError] = useState<string>();
  const entry = useFactorEntry(() => {
    setError(undefined);
    changing.reset();
  });

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const result = factorProof.safeParse(entry.toProof());
    if (result.success) changing.mutate(result.data);
    else setError(entry.errorIn(await textsInWords(fieldsOf(result.error.issues))));
  }

  return (
    <LaterModal
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            form={FORM}
            variant={button.isDanger ? 'danger' : 'primary'}
            isLoading={changing.isPending}
          >
            {button.label}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={styles.step}
        method="post"
        onSubmit={(event) => void submit(event)}
        noValidate
      >
        {children}
        <Message kind="error">{problemOf(changing.error)}</Message>
        <FactorFields entry={entry} error={error} />
      </form>
    </LaterModal>
  );
}
