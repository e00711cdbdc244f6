import { endpoints } from '@foyer/contracts/endpoints';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { FACTOR_RULE_DAYS, requireFactorBody } from '@foyer/contracts/identity/second-factor';
import { type TeamReply, teamChangedReply } from '@foyer/contracts/teams/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { longDay } from '../../words/formats.ts';
import { Sentences } from '../../words/join.ts';
import { t } from '../../words/t.ts';
import { textsInWords } from '../../words/texts-in-words.ts';
import { teamQuery } from './team-query.ts';
import styles from './team.module.css';
import { notChanged } from './use-team-changes.ts';

const DAY_MS = 86_400_000;

/** Returns the date in UTC, because the server also compares the deadline in UTC. */
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type Rule = NonNullable<TeamReply['secondFactor']>;

export function FactorRule({ rule: { by, isOwn } }: { rule: Rule }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const change = useTeamFactor();
  const [isAsking, setAsking] = useState(false);
  return (
    <section aria-labelledby="team-factor" className={styles.form}>
      <h2 id="team-factor" className={styles.title} ref={heading} tabIndex={-1}>
        {t('common.secondFactor', 'Two-step verification')}
      </h2>
      <p>
        {by === undefined
          ? t('teams.factorRule.optional', 'Your team doesn’t require two-step verification.')
          : ruleText(by)}
      </p>
      <p className={styles.note}>
        {t(
          'teams.factorRule.explanation',
          'Two-step verification protects your team from stolen passwords. Anyone without it by the deadline must add a passkey or an authenticator app before they can continue. New members get at least 7 days.',
        )}
      </p>
      <Message kind="success">{change.isSuccess && !isAsking && doneText(change.variables)}</Message>
      <Message kind="error">
        {change.error && !dayProblemOf(change.error) && problemInWords(change.error, notChanged())}
      </Message>
      {isOwn ? (
        <DayForm by={by} change={change} />
      ) : (
        <p>
          <Sentences>
            {t(
              'teams.factorRule.needsOwnFirst',
              'To require two-step verification, set it up for your own account first.',
            )}
            <TextLink to={routes.settingsSecurity}>{t('common.setItUp', 'Set up')}</TextLink>
          </Sentences>
        </p>
      )}
      {by !== undefined && (
        <Button variant="quietDanger" onClick={() => setAsking(true)}>
          {t('teams.factorRule.turnOffRule', 'Make optional')}
        </Button>
      )}
      {isAsking && (
        <ConfirmModal
          title={t('teams.factorRule.turnOffTitle', 'Make two-step verification optional?')}
          yes={t('teams.factorRule.turnOffRule', 'Make optional')}
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            change.mutate(undefined, { onSuccess: () => heading.current?.focus() });
          }}
        >
          <p>
            {t(
              'teams.factorRule.turnOffBody',
              'We’ll email everyone on your team. Two-step verification stays on for members who have set it up, but they can turn it off.',
            )}
          </p>
        </ConfirmModal>
      )}
    </section>
  );
}

type DayFormProps = { by: string | undefined; change: ReturnType<typeof useTeamFactor> };

function DayForm({ by, change }: DayFormProps) {
  const [day, setDay] = useState(by !== undefined && by >= dayAhead(0) ? by : dayAhead(14));
  const [error, setError] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const result = requireFactorBody.safeParse({ by: day });
    if (result.success) change.mutate(day);
    else setError((await textsInWords(fieldsOf(result.error.issues)))['by']);
  }

  return (
    <form className={styles.form} method="post" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        label={t('teams.factorRule.deadlineLabel', 'Deadline')}
        name="by"
        type="date"
        min={dayAhead(0)}
        max={dayAhead(FACTOR_RULE_DAYS)}
        value={day}
        error={error ?? dayProblemOf(change.error)}
        onChange={(value) => {
          setDay(value);
          setError(undefined);
          change.reset();
        }}
      />
      <Button
        type="submit"
        variant="secondary"
        isLoading={change.isPending && change.variables !== undefined}
      >
        {by === undefined
          ? t('teams.factorRule.turnOnButton', 'Require two-step verification')
          : t('teams.factorRule.changeDeadline', 'Change deadline')}
      </Button>
    </form>
  );
}

const dayProblemOf = (error: Error | null) =>
  error instanceof ProblemError ? error.fields['by'] : undefined;

const ruleText = (by: string) =>
  by >= dayAhead(0)
    ? t(
        'teams.factorRule.deadlineAhead',
        'Everyone on your team needs two-step verification by the end of {date}.',
        {
          date: longDay(by),
        },
      )
    : t(
        'teams.factorRule.deadlinePassed',
        'Everyone on your team needs two-step verification. The deadline was {date}.',
        {
          date: longDay(by),
        },
      );

const doneText = (by: string | undefined) =>
  by === undefined
    ? t(
        'teams.factorRule.turnedOff',
        'Two-step verification is now optional. We’re emailing everyone on your team.',
      )
    : t('teams.factorRule.turnedOn', 'Deadline saved. We’re emailing everyone on your team.');

function useTeamFactor() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (by: string | undefined) =>
      withSessionCheck(
        queries,
        by === undefined
          ? send(endpoints.waiveTeamFactor, { reply: teamChangedReply })
          : send(endpoints.requireTeamFactor, { body: { by }, reply: teamChangedReply }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}
