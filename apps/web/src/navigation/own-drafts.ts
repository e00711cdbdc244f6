import { usePageValues } from '../page-values/page-values.tsx';
import type { FormDraft } from '../ui/use-form.ts';
import { storedBillingEmail } from './billing-email.ts';
import { stored } from './storage.ts';

type Drafts = { owner: string; texts: Record<string, unknown> };

/** What the visitor typed while logged in and has not sent, by the draft's name. One entry for all, so that all go at once. */
const storedDrafts = stored('sessionStorage', 'own-drafts', (value) => {
  const { owner, texts } = (value ?? {}) as Partial<Drafts>;
  return typeof owner === 'string' && typeof texts === 'object' && texts ? { owner, texts } : undefined;
});

/**
 * A draft of a logged-in user, which survives a refresh and a session that ends for want of activity. It is the user's
 * own: with another address it is not read, and logging out removes it. It holds no secret.
 */
export function ownDraft<T>(name: string, check: (value: unknown) => T | undefined) {
  return {
    read(owner: string): T | undefined {
      const drafts = storedDrafts.read();
      return drafts?.owner === owner ? check(drafts.texts[name]) : undefined;
    },
    /** With the drafts of somebody else gone. */
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

/**
 * The draft of a form of `useForm`, for the person of the page. `empty` names the keys that are kept, by values of their
 * kinds: a secret is not among them.
 */
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

/** Whether a login would bring something back that was typed before. */
export function hasOwnDrafts(): boolean {
  return storedDrafts.read() !== undefined;
}

/** On logging out, and on deleting the account: all that this tab keeps of a logged-in person. */
export function removeOwnDrafts(): void {
  storedDrafts.remove();
  storedBillingEmail.remove();
}
