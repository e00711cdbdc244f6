import { LockoutNotice } from '../../fields/lockout-notice.tsx';
import { routes } from '../../routes.ts';
import { TextButton, TextLink } from '../../ui/text-link.tsx';

type LoginLockedProps = { seconds: number; email: string; onOtherAccount(): void };

/** How long the address is locked, and what can be done meanwhile. */
export function LoginLocked({ seconds, email, onOtherAccount }: LoginLockedProps) {
  return (
    <LockoutNotice seconds={seconds}>
      <TextLink to={routes.forgotPassword} state={{ email }}>
        Reset your password
      </TextLink>{' '}
      to get in sooner, or <TextButton onClick={onOtherAccount}>use another account</TextButton>.
    </LockoutNotice>
  );
}
