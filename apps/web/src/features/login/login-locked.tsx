import { LockoutNotice } from '../../fields/lockout-notice.tsx';
import { routes } from '../../routes.ts';
import { Message } from '../../ui/message.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';

type LoginLockedProps = { seconds: number; email: string; onOtherAccount(): void };

/** How long the address is locked, what can be done meanwhile, and that it is over. */
export function LoginLocked({ seconds, email, onOtherAccount }: LoginLockedProps) {
  return (
    <div>
      <Message kind="error">
        {seconds > 0 && (
          <LockoutNotice seconds={seconds}>
            <TextLink to={routes.forgotPassword} state={{ email }}>
              Reset your password
            </TextLink>{' '}
            to get in sooner, or <TextButton onClick={onOtherAccount}>use another account</TextButton>.
          </LockoutNotice>
        )}
      </Message>
      <Message kind="success">{seconds === 0 && 'You can log in again now.'}</Message>
    </div>
  );
}
