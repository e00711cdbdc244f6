import { TextButton } from '../ui/text-link.tsx';
import { meantAddress } from './mail-providers.ts';

/** “Did you mean …?” below an address whose domain is nearly a well-known one. A click takes it; nothing waits for it. */
export function MeantAddress({ email, onTake }: { email: string; onTake(email: string): void }) {
  const meant = meantAddress(email);
  return (
    <span role="status">
      {meant && (
        <>
          Did you mean <TextButton onClick={() => onTake(meant)}>{meant}</TextButton>?
        </>
      )}
    </span>
  );
}
