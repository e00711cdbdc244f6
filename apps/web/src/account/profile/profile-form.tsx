import { useMemo } from 'react';
import { questionOrder } from '../../fields/question-order.ts';
import { languages } from '@foyer/catalog/languages';
import { timeZones } from '@foyer/catalog/time-zones';
import {
  profileChoices,
  profileFields,
  profileQuestions,
  type ProfileForm as ProfileValues,
  type ProfileReply,
} from '@foyer/contracts/account/profile';
import { QuestionFields, questionProps } from '../../fields/question-fields.tsx';
import { problemInWords } from '../../http/errors.ts';
import { useFormDraft } from '../../navigation/own-drafts.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { Button } from '../../ui/button.tsx';
import grid from '../../ui/form-grid.module.css';
import { Message } from '../../ui/message.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { Option } from '../../ui/select-parts.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { inWords } from '../../words/in-words.ts';
import { t } from '../../words/t.ts';
import { profileProblems, toProfileForm, useChangeProfile, validateProfile } from './use-change-profile.ts';

export function ProfileForm({ profile }: { profile: ProfileReply }) {
  const isOwner = profile.team_name !== undefined;
  const company = profile.managed_by;
  const initial = toProfileForm(profile);
  const draft = useFormDraft('profile', initial);
  const save = useChangeProfile(isOwner, draft.remove);
  const form = useForm<ProfileValues>({
    initial,
    draft,
    order: questionOrder(profileFields),
    clears: 'own',
    validate: (values) => validateProfile(values, isOwner),
    onSubmit: (values) =>
      save.mutate(values, { onError: (error) => form.showErrors(profileProblems(error)) }),
    onChange: () => save.reset(),
  });
  const { values, errors, change, text } = form;
  const name = (key: 'firstName' | 'lastName') => (
    <TextField {...text(key)} {...questionProps(profileQuestions[key])} readOnly={company !== undefined} />
  );
  return (
    <form className={grid.form} {...form.formProps}>
      <Message kind="info">
        {company !== undefined &&
          t(
            'account.profileForm.companyManaged',
            'Your company ({company}) manages your name and email address. Ask your company to change them.',
            {
              company,
            },
          )}
      </Message>
      <QuestionFields
        questions={profileQuestions}
        form={form}
        instead={{
          firstName: name('firstName'),
          lastName: name('lastName'),
          businessName: (
            <div className={grid.whole}>
              <TextField {...text('businessName')} {...questionProps(profileQuestions.businessName)} />
            </div>
          ),
        }}
        // A new country clears the consent to mails, because the visitor gave it under the previous country's law.
        onPlace={(place) => change('countryCode' in place ? { ...place, optIn: false } : place)}
      />
      <div className={grid.fields}>
        <LanguageField
          value={values.language}
          error={errors.language}
          onChange={(language) => change({ language })}
        />
        <TimeZoneField
          value={values.timeZone}
          error={errors.timeZone}
          onChange={(timeZone) => change({ timeZone })}
        />
        {isOwner && (
          <TextField
            {...text('teamName')}
            label={inWords(profileChoices.teamName.label)}
            autoComplete={profileChoices.teamName.autoComplete}
            hint={t('account.profileForm.nameHint', 'Your team and the people you invite see this name.')}
          />
        )}
      </div>
      <Message kind="success">{save.isSuccess && t('account.profileForm.saved', 'Profile saved.')}</Message>
      <Message kind="error">
        {save.error &&
          Object.keys(profileProblems(save.error)).length === 0 &&
          problemInWords(
            save.error,
            t(
              'account.profileForm.saveFailed',
              'We couldn’t save your profile. Check your connection and try again.',
            ),
          )}
      </Message>
      <div>
        <Button type="submit" isLoading={save.isPending}>
          {t('common.save', 'Save')}
        </Button>
      </div>
    </form>
  );
}

type ChoiceProps = { value: string; error: string | undefined; onChange(value: string): void };

function LanguageField({ value, error, onChange }: ChoiceProps) {
  const offered = usePageValues().languages;
  const options = useMemo(
    () =>
      languages
        .filter(({ tag }) => offered.includes(tag))
        .map(({ tag, name }) => ({ value: tag, label: name })),
    [offered],
  );
  return (
    <SelectField
      label={inWords(profileChoices.language.label)}
      name="language"
      options={options}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

/** Stands for the device's time zone. The API uses an empty text for it, but a select has no empty value. */
const OF_DEVICE = 'device';

/** Includes the stored time zone, because this browser's list may not contain it. */
function timeZoneOptions(chosen: string): Option[] {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const names = new Set([...timeZones(), ...(chosen === '' ? [] : [chosen])]);
  return [
    {
      value: OF_DEVICE,
      label: t('account.profileForm.deviceTimeZone', 'Same as this device ({zone})', {
        zone: nameOfZone(here),
      }),
    },
    ...[...names].toSorted().map((name) => ({ value: name, label: nameOfZone(name) })),
  ];
}

function TimeZoneField({ value, error, onChange }: ChoiceProps) {
  return (
    <SelectField
      label={inWords(profileChoices.timeZone.label)}
      name="time_zone"
      options={useMemo(() => timeZoneOptions(value), [value])}
      value={value === '' ? OF_DEVICE : value}
      error={error}
      onChange={(name) => onChange(name === OF_DEVICE ? '' : name)}
    />
  );
}

const nameOfZone = (name: string) => name.replaceAll('_', ' ');
