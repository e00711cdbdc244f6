import { PASSWORD_REQUIREMENTS_NOT_MET } from '@foyer/contracts/identity/password';
import { useId, type ReactNode } from 'react';
import { Message } from '../ui/message.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { PasswordChecklist } from './password-checklist.tsx';
import { ruleStates } from './rule-state.ts';
import type { NewPassword } from './use-new-password.ts';
import { inList, Sentences } from '../words/join.ts';
import { inWords } from '../words/in-words.ts';
import { t } from '../words/t.ts';

type NewPasswordFieldsProps = { state: NewPassword; isNew?: boolean };

export function NewPasswordFields({ state, isNew = false }: NewPasswordFieldsProps) {
  const listId = useId();
  const { entry, type, leave } = state;
  return (
    <div
      onBlur={(event) => {
        const { name, value } = event.target as HTMLInputElement;
        if (value !== '') leave(name);
      }}
    >
      <PasswordField
        label={
          isNew
            ? t('fields.newPasswordFields.newPasswordLabel', 'New password')
            : t('common.password', 'Password')
        }
        toggle={
          isNew
            ? {
                show: t('fields.newPasswordFields.showNewPassword', 'Show new password'),
                hide: t('fields.newPasswordFields.hideNewPassword', 'Hide new password'),
              }
            : {
                show: t('common.showPassword', 'Show password'),
                hide: t('common.hidePassword', 'Hide password'),
              }
        }
        name="password"
        autoComplete="new-password"
        value={entry.password}
        describedBy={listId}
        onChange={(password) => type({ password })}
      />
      <PasswordField
        label={
          isNew
            ? t('fields.newPasswordFields.confirmNewLabel', 'Confirm new password')
            : t('fields.newPasswordFields.confirmLabel', 'Confirm password')
        }
        toggle={
          isNew
            ? {
                show: t('fields.newPasswordFields.showConfirmNew', 'Show new password confirmation'),
                hide: t('fields.newPasswordFields.hideConfirmNew', 'Hide new password confirmation'),
              }
            : {
                show: t('fields.newPasswordFields.showConfirm', 'Show password confirmation'),
                hide: t('fields.newPasswordFields.hideConfirm', 'Hide password confirmation'),
              }
        }
        name="confirmPassword"
        autoComplete="new-password"
        value={entry.confirmPassword}
        onChange={(confirmPassword) => type({ confirmPassword })}
      />
      <PasswordChecklist id={listId} rules={ruleStates(entry)} />
    </div>
  );
}

export function NewPasswordProblem({
  state,
  serverMessage,
}: {
  state: NewPassword;
  serverMessage: ReactNode;
}) {
  return (
    <Message kind="error">
      {state.unmet.length > 0 ? (
        <Sentences>
          {inWords(PASSWORD_REQUIREMENTS_NOT_MET)}
          <VisuallyHidden>
            {t(
              'fields.newPasswordFields.requirementsMissing',
              'The following requirements are not met: {requirements}.',
              {
                requirements: inList(state.unmet),
              },
            )}
          </VisuallyHidden>
        </Sentences>
      ) : (
        serverMessage
      )}
    </Message>
  );
}
