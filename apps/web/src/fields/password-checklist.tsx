import { useEffect, useState } from 'react';
import { Icon, type IconName } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './password-checklist.module.css';
import type { ruleStates, RuleState } from './rule-state.ts';
import { t } from '../words/t.ts';

const icons: Record<RuleState, IconName> = { neutral: 'circle', success: 'check', error: 'close' };

/** The progress is announced after this pause. It is longer than the usual pause between two keys. */
const SPEAK_AFTER_MS = 900;

type PasswordChecklistProps = { id: string; rules: ReturnType<typeof ruleStates> };

export function PasswordChecklist({ id, rules }: PasswordChecklistProps) {
  const metCount = rules.filter((rule) => rule.state === 'success').length;
  const spoken = useDebouncedValue(
    metCount === 0
      ? ''
      : t('fields.passwordChecklist.progress', '{met, number} of {all, number} password requirements met', {
          met: metCount,
          all: rules.length,
        }),
  );
  return (
    <>
      <ul
        id={id}
        className={styles.list}
        aria-label={t('fields.passwordChecklist.title', 'Password requirements')}
      >
        {rules.map(({ key, label, state }) => (
          <li key={key} className={styles[state]} data-state={state}>
            <Icon name={icons[state]} size={18} />
            <span aria-hidden="true">{label}</span>
            <VisuallyHidden>{spokenRule(label, state)}</VisuallyHidden>
          </li>
        ))}
      </ul>
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </>
  );
}

function spokenRule(rule: string, state: RuleState): string {
  if (state === 'success') return t('fields.passwordChecklist.met', '{rule}: met', { rule });
  return t('fields.passwordChecklist.notMet', '{rule}: not met', { rule });
}

function useDebouncedValue(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SPEAK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
