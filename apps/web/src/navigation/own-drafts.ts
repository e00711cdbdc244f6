import { usePageValues } from '../page-values/page-values.tsx';
import type { FormDraft } from '../ui/use-form.ts';
import { storedBillingEmail } from './billing-email.ts';
import { stored } from './storage.ts';

type Drafts = { owner: string; texts: Record<string, unknown> };

/** Unsent input of a logged-in user, by draft name. One storage entry holds all drafts, to remove them in one step. */
const storedDrafts = stored('sessionStorage', 'own-drafts', (value) => {
  const { owner, texts } = (value ?? {}) as Partial<Drafts>;
  return typeof owner === 'string' && typeof texts === 'object' && texts ? { owner, texts } : undefined;
});

/**
 * A draft of a logged-in user, which survives a refresh and a session timeout. It must not hold a secret. Another
 * account cannot read it.
 */
export function ownDraft<T>(name: string, check: (value: unknown) => T | undefined) {
  return {
    read(owner: string): T | undefined {
      const drafts = storedDrafts.read();
      return drafts?.owner === owner ? check(drafts.texts[name]) : undefined;
    },
    write(owner: string, value: T): void {
      const drafts = storedDrafts.read();
      const others = drafts?.owner === owner ? drafts.texts : {};
      storedDrafts.write({ owner, texts: { ...others, [name]: value } });
    },
    remove(): void {
      const drafts = storedDrafts.read();
      if (!drafts) return;
      const { [name]: _, ...texts } = drafts.texts;
      if (Object.keys(texts).length > 0) storedDrafts.write({ ...drafts, texts });
      else storedDrafts.remove();
    },
  };
}

/** `empty` lists the keys to store, each with a value of its type. It must not contain keys of secrets. */
export function useFormDraft(name: string, empty: Readonly<Record<string, string | boolean>>): FormDraft {
  const { userEmail } = usePageValues();
  const isKept = ([key, value]: [string, unknown]) => typeof value === typeof empty[key];
  const draft = ownDraft(name, (value) =>
    typeof value === 'object' && value
      ? (Object.fromEntries(Object.entries(value).filter(isKept)) as Record<string, string | boolean>)
      : undefined,
  );
  return {
    read: () => draft.read(userEmail),
    write(typed) {
      const kept = Object.fromEntries(Object.entries(typed).filter(isKept));
      if (Object.keys(kept).length > 0) draft.write(userEmail, kept);
      else draft.remove();
    },
    remove: draft.remove,
  };
}

export function hasOwnDrafts(): boolean {
  return storedDrafts.read() !== undefined;
}

export function removeOwnDrafts(): void {
  storedDrafts.remove();
  storedBillingEmail.remove();
}
