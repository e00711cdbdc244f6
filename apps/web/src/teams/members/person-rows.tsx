import type { TeamReply } from '@foyer/contracts/teams/team';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Menu, MenuAction } from '../../ui/menu.tsx';
import { longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { PersonLines } from './person-lines.tsx';
import styles from './team.module.css';
import type { TeamChange } from './use-team-changes.ts';

type RowProps = { name: string; badges: ReactNode; note: string; more?: ReactNode; menu?: ReactNode };

function Row({ name, badges, note, more, menu }: RowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <PersonLines name={name} note={note} badges={badges} />
        {more && <p className={styles.note}>{more}</p>}
      </div>
      {menu}
    </li>
  );
}

type MemberRowProps = {
  member: TeamReply['members'][number];
  /** Undefined for a read-only row. */
  actions?: { canOffer: boolean; onAskToConfirm(change: TeamChange): void } | undefined;
};

export function MemberRow({ member, actions }: MemberRowProps) {
  const { id, name, email, isOwner, isYou, hasSecondFactor, hasApp } = member;
  const askToConfirm = (kind: TeamChange['kind']) => () => actions?.onAskToConfirm({ kind, id, who: name });
  return (
    <Row
      name={name}
      note={email}
      more={
        hasSecondFactor !== undefined &&
        (hasSecondFactor
          ? t('teams.personRows.secondFactorOn', 'Two-step verification: on')
          : t('teams.personRows.secondFactorOff', 'Two-step verification: off'))
      }
      badges={
        <>
          {isOwner && <Badge>{t('common.owner', 'Owner')}</Badge>}{' '}
          {isYou && <Badge>{t('teams.personRows.you', 'You ## beside your own name')}</Badge>}
        </>
      }
      menu={
        actions &&
        !isYou && (
          <Menu label={t('teams.personRows.actionsFor', 'Actions for {name}', { name })}>
            {actions.canOffer && (
              <MenuAction onSelect={askToConfirm('offer')}>
                {t('teams.personRows.makeOwner', 'Make owner')}
              </MenuAction>
            )}
            {hasApp && (
              <MenuAction onSelect={askToConfirm('resetFactor')}>
                {t('teams.resetSecondFactor', 'Reset two-step verification')}
              </MenuAction>
            )}
            <MenuAction isDestructive onSelect={askToConfirm('remove')}>
              {t('teams.removeButton', 'Remove ## a person')}
            </MenuAction>
          </Menu>
        )
      }
    />
  );
}

type InvitationRowProps = {
  invitation: TeamReply['invitations'][number];
  isBusy: boolean;
  onAskToConfirm(change: TeamChange): void;
  onApply(change: TeamChange): void;
  onCopy(who: string, link: string): void;
};

export function InvitationRow({ invitation, isBusy, onAskToConfirm, onApply, onCopy }: InvitationRowProps) {
  const { id, email, expiresAt, link } = invitation;
  return (
    <Row
      name={email}
      note={t('teams.personRows.linkExpiry', 'Link expires on {date}', { date: longDate(expiresAt) })}
      badges={<Badge>{t('teams.personRows.invited', 'Invited ## a person, beside the address')}</Badge>}
      menu={
        <Menu label={t('teams.personRows.actionsFor', 'Actions for {name}', { name: email })} isBusy={isBusy}>
          <MenuAction onSelect={() => onApply({ kind: 'resend', id, who: email })}>
            {t('common.resendEmail', 'Resend email')}
          </MenuAction>
          {link && (
            <MenuAction onSelect={() => onCopy(email, link)}>
              {t('teams.personRows.copyLink', 'Copy link')}
            </MenuAction>
          )}
          <MenuAction isDestructive onSelect={() => onAskToConfirm({ kind: 'revoke', id, who: email })}>
            {t('teams.withdrawInvitation', 'Withdraw ## an invitation')}
          </MenuAction>
        </Menu>
      }
    />
  );
}
