import { useState } from 'react';
import { ownDraft } from '../../navigation/own-drafts.ts';
import { usePageValues } from '../../page-values/page-values.tsx';

const draft = ownDraft('invitations', (value) => (typeof value === 'string' ? value : undefined));

/** The typed email addresses survive a refresh, and a login after an idle timeout. */
export function useInviteDraft(): [string, (text: string) => void] {
  const { userEmail } = usePageValues();
  const [text, setText] = useState(() => draft.read(userEmail) ?? '');
  function keep(typed: string): void {
    setText(typed);
    if (typed === '') draft.remove();
    else draft.write(userEmail, typed);
  }
  return [text, keep];
}
