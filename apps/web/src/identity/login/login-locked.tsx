import { LockoutNotice } from '../lockout-notice.tsx';
import { routes } from '../../routes.ts';
import { Message } from '../../ui/message.tsx';
import { rich, t } from '../../words/t.ts';
import { TextButton, TextLink } from '../../ui/text-link.tsx';

type LoginLockedProps = { seconds: number; email: string; onOtherAccount(): void };

export function LoginLocked({ seconds, email, onOtherAccount }: LoginLockedProps) {
  return (
    <div>
      <Message kind="error">
        {seconds > 0 && (
          <LockoutNotice seconds={seconds}>
            {rich(
              'identity.loginLocked.waysIn',
              '<reset>Reset your password</reset> to log in sooner, or <other>use another account</other>.',
              {
                reset: (words) => (
                  <TextLink to={routes.forgotPassword} state={{ email }}>
                    {words}
                  </TextLink>
                ),
                other: (words) => <TextButton onClick={onOtherAccount}>{words}</TextButton>,
              },
            )}
          </LockoutNotice>
        )}
      </Message>
      <Message kind="success">
        {seconds === 0 && t('identity.loginLocked.unlocked', 'You can log in again now.')}
      </Message>
    </div>
  );
}
