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
  if (profile.isPending) return <Spinner label={t('Loading your profile')} />;
  return (
    <>
      <Message kind="error">
        {t('Your profile could not be loaded. Check your connection and try again.')}
      </Message>
      <div>
        <Button variant="secondary" isLoading={profile.isFetching} onClick={() => void profile.refetch()}>
          {t('Try again')}
        </Button>
      </div>
    </>
  );
}
