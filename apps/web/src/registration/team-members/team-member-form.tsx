import {
  teamMemberFields,
  teamMemberQuestions,
  type TeamMemberForm as TeamMemberValues,
} from '@foyer/contracts/teams/team';
import { questionOrder } from '../../fields/question-order.ts';
import { QuestionFields, questionProps } from '../../fields/question-fields.tsx';
import { TermsText } from '../../fields/terms-text.tsx';
import { emptyTeamMemberForm, storedTeamMemberDraft } from '../team-member-draft.ts';
import { Button } from '../../ui/button.tsx';
import styles from '../../ui/form-grid.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { t } from '../../words/t.ts';
import { validateTeamMember } from './team-member-answers.ts';

type TeamMemberFormProps = {
  email: string;
  inviteId: string;
  isLoading?: boolean;
  onNext(values: TeamMemberValues): void;
};

/** The invited person cannot change the email address (docs/product.md 5). */
export function TeamMemberForm({ email, inviteId, isLoading = false, onNext }: TeamMemberFormProps) {
  const form = useForm<TeamMemberValues>({
    initial: { ...emptyTeamMemberForm, ...storedTeamMemberDraft.read(), email },
    order: questionOrder(teamMemberFields),
    clears: 'own',
    validate: (values) => validateTeamMember(values, inviteId),
    onSubmit: (values) => {
      storedTeamMemberDraft.write(values);
      onNext(values);
    },
    onChange: (values) => storedTeamMemberDraft.write(values),
  });
  const { text } = form;
  return (
    <form className={styles.form} {...form.formProps}>
      <QuestionFields
        questions={teamMemberQuestions}
        form={form}
        instead={{
          email: (
            <div className={styles.whole}>
              <TextField {...text('email')} {...questionProps(teamMemberQuestions.email)} readOnly />
            </div>
          ),
        }}
      />
      <p className={styles.terms}>
        <TermsText />
      </p>
      <Button type="submit" isWide isLoading={isLoading}>
        {t('registration.next', 'Next')}
      </Button>
    </form>
  );
}
