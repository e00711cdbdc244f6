import { signUpQuestions } from '@foyer/contracts/registration/sign-up';
import { Suspense, useRef } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { questionProps } from '../../fields/question-fields.tsx';

const SuggestedAddress = lazyComponent(
  async () => (await import('./suggested-address.tsx')).SuggestedAddress,
);

/** After this pause in typing, the email address is checked for a typo. */
const PAUSE_MS = 600;

type NewAddressFieldProps = {
  text: { name: string; value: string; error: string | undefined; onChange(value: string): void };
  isLocked: boolean;
};

/** “Did you mean …?” uses the line for errors, so that the layout does not shift. */
export function NewAddressField({ text, isLocked }: NewAddressFieldProps) {
  const field = useRef<HTMLDivElement>(null);
  const settled = useDebouncedValue(text.value, PAUSE_MS);
  const isComplete = !isLocked && settled === text.value && /@.+\../.test(settled);
  function take(email: string): void {
    text.onChange(email);
    field.current?.querySelector('input')?.focus();
  }
  return (
    <div ref={field}>
      <TextField
        {...text}
        {...questionProps(signUpQuestions.email)}
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isLocked}
        hint={
          isComplete && (
            <Suspense>
              <SuggestedAddress email={settled} onTake={take} />
            </Suspense>
          )
        }
      />
    </div>
  );
}
