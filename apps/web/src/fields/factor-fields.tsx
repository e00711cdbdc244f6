import { useRef, useState, useEffect } from 'react';
import type { FactorProof } from '@foyer/contracts/identity/second-factor';
import { TextField } from '../ui/text-field.tsx';
import { TextButton } from '../ui/text-link.tsx';
import { t } from '../words/t.ts';

type Entry = { way: 'app' | 'recovery'; text: string };

export function useFactorEntry(onChange: () => void) {
  const [entry, setEntry] = useState<Entry>({ way: 'app', text: '' });
  function change(changed: Partial<Entry>): void {
    setEntry((now) => ({ ...now, ...changed }));
    onChange();
  }
  return {
    ...entry,
    change,
    toProof: (): FactorProof => (entry.way === 'app' ? { code: entry.text } : { recoveryCode: entry.text }),
    errorIn: (texts: Readonly<Record<string, string | undefined>>) =>
      entry.way === 'app' ? texts['code'] : texts['recoveryCode'],
  };
}

type FactorFieldsProps = {
  entry: ReturnType<typeof useFactorEntry>;
  error?: string | undefined;
  /** Another field comes first, so this field does not take the focus when it first appears. */
  isSecond?: boolean;
};

export function FactorFields({ entry, error, isSecond = false }: FactorFieldsProps) {
  const { way, text, change } = entry;
  const box = useRef<HTMLDivElement>(null);
  const focusedWay = useRef(isSecond ? way : undefined);
  useEffect(() => {
    if (focusedWay.current !== way) box.current?.querySelector('input')?.focus();
    focusedWay.current = way;
  }, [way]);
  return (
    <div ref={box}>
      {way === 'app' ? (
        <TextField
          key={way}
          label={t('fields.factorFields.codeLabel', 'Code from your authenticator app')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          value={text}
          error={error}
          onChange={(value) => change({ text: value })}
        />
      ) : (
        <TextField
          key={way}
          label={t('fields.factorFields.recoveryCodeLabel', 'Recovery code')}
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={text}
          error={error}
          onChange={(value) => change({ text: value })}
        />
      )}
      <p>
        <TextButton onClick={() => change({ way: way === 'app' ? 'recovery' : 'app', text: '' })}>
          {way === 'app'
            ? t('fields.factorFields.useRecoveryCode', 'Use a recovery code')
            : t('fields.factorFields.useApp', 'Use the authenticator app')}
        </TextButton>
      </p>
    </div>
  );
}
