import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import { Address } from './address.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileQuery } from './profile-query.ts';

export function Profile() {
  const profile = useQuery(profileQuery);
  if (profile.data)
    return (
      <>
        <ProfileForm profile={profile.data} />
        <Address profile={profile.data} />
      </>
    );
  if (profile.isPending) return <Spinner label={t('account.profile.loading', 'Loading your profile')} />;
  return (
    <>
      <Message kind="error">
        {t(
          'account.profile.loadFailed',
          'We couldn’t load your profile. Check your connection and try again.',
        )}
      </Message>
      <div>
        <Button variant="secondary" isLoading={profile.isFetching} onClick={() => void profile.refetch()}>
          {t('common.tryAgain', 'Try again')}
        </Button>
      </div>
    </>
  );
}
