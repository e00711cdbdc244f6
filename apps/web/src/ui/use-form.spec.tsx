import '../test-browser.ts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Button } from './button.tsx';
import { useForm, type FormErrors } from './use-form.ts';

type Values = { email: string };
let sent: string[] = [];

function TestForm({ validate }: { validate(): FormErrors<Values> | Promise<FormErrors<Values>> }) {
  const form = useForm<Values>({
    initial: { email: 'ada@example.test' },
    order: ['email'],
    clears: 'own',
    validate,
    onSubmit: ({ email }) => sent.push(email),
  });
  return (
    <form aria-label="Test" {...form.formProps}>
      <input data-field="email" {...form.text('email')} onChange={() => {}} />
      <p>{form.errors.email}</p>
      <Button type="submit">Send</Button>
    </form>
  );
}

const submit = () => fireEvent.submit(screen.getByRole('form'));
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

describe('useForm', () => {
  beforeEach(() => {
    sent = [];
  });

  it('submits once if the form is submitted again during validation', async () => {
    let finish: (errors: FormErrors<Values>) => void = () => {};
    const validation = new Promise<FormErrors<Values>>((resolve) => {
      finish = resolve;
    });
    render(<TestForm validate={() => validation} />);
    submit();
    submit();
    finish({});
    await settle();
    expect(sent).toEqual(['ada@example.test']);
  });

  it('can submit again after a validation error', async () => {
    const results: FormErrors<Values>[] = [{ email: 'Required Field' }];
    render(<TestForm validate={() => results.shift() ?? {}} />);
    submit();
    await settle();
    expect(sent).toEqual([]);
    submit();
    await settle();
    expect(sent).toHaveLength(1);
  });

  it('treats a double click as one submit', async () => {
    render(<TestForm validate={() => ({})} />);
    await userEvent.setup().dblClick(screen.getByRole('button'));
    await settle();
    expect(sent).toHaveLength(1);
  });
});
