import { textsInWords } from '../words/texts-in-words.ts';
import { useEffectEvent, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react';

type Values = Record<string, string | boolean>;
export type FormErrors<V> = Partial<Record<keyof V & string, string>>;

export type FormDraft = {
  read(): Readonly<Values> | undefined;
  /** `typed`: the values that differ from the initial ones. Removes the draft if there are none. */
  write(typed: Readonly<Values>): void;
  remove(): void;
};

type FormRules<V extends Values> = {
  initial: V;
  /** Keys of the fields. The form reads their values from the DOM, and an error of one of them prevents `onSubmit`. */
  order: readonly (keyof V & string)[];
  validate(values: V): FormErrors<V> | Promise<FormErrors<V>>;
  onSubmit(values: V): void;
  /** Whether a change of a field clears its own error or all errors. */
  clears: 'own' | 'all';
  onChange?(values: V): void;
  draft?: FormDraft;
};

/** A failed submit moves the focus to the first field with an error. */
export function useForm<V extends Values>({
  initial,
  order,
  validate,
  onSubmit,
  clears,
  onChange,
  draft,
}: FormRules<V>) {
  const [atFirst] = useState(initial);
  const [values, setValues] = useState(() => ({ ...initial, ...draft?.read() }));
  // A ref, because autofill changes many fields before React has rendered the first change.
  const latest = useRef(values);
  const [errors, setErrors] = useState<FormErrors<V>>({});
  const isSubmitting = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  function showErrors(found: FormErrors<V>): void {
    setErrors(found);
    // Focuses after React's commit, because the field may have been read-only or hidden before.
    setTimeout(() => {
      const fields = form.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
      Array.from(fields)
        .find(({ dataset }) => found[dataset['field'] ?? ''])
        ?.focus();
    });
  }

  function change(changed: Partial<V>): void {
    const next = { ...latest.current, ...changed };
    latest.current = next;
    setValues(next);
    onChange?.(next);
    keepDraft(next);
    const cleared = Object.fromEntries(Object.keys(changed).map((key) => [key, undefined]));
    setErrors((now) => (clears === 'all' ? {} : { ...now, ...cleared }));
  }

  function keepDraft(typed: V): void {
    draft?.write(Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== atFirst[key])));
  }

  /**
   * Does nothing if the user has changed one of the found fields. Does not call `onChange`, because the user has
   * entered nothing.
   */
  function fill(found: Partial<V>): void {
    if (Object.keys(found).some((key) => latest.current[key] !== atFirst[key])) return;
    latest.current = { ...latest.current, ...found };
    setValues(latest.current);
  }

  function boxOf(key: keyof V & string): HTMLInputElement | undefined {
    const box = form.current?.elements.namedItem(key);
    return box instanceof HTMLInputElement && typeof latest.current[key] === 'string' ? box : undefined;
  }

  /** A password manager may have filled fields in the DOM without an event for React. */
  function current(): V {
    const seen: Values = { ...latest.current };
    for (const key of order) seen[key] = boxOf(key)?.value ?? seen[key] ?? '';
    return seen as V;
  }

  /** Takes over input that the visitor typed before the scripts loaded (decision 66). */
  const takeTyped = useEffectEvent(() => {
    for (const key of order) {
      const box = boxOf(key);
      if (box && box.value !== box.defaultValue) change({ [key]: box.value } as Partial<V>);
    }
  });
  useLayoutEffect(() => takeTyped(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    // Ignores a second click, which can arrive while the first one is being validated.
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    try {
      await validateAndSend();
    } finally {
      isSubmitting.current = false;
    }
  }

  async function validateAndSend(): Promise<void> {
    const submitted = current();
    latest.current = submitted;
    setValues(submitted);
    const found = await validate(submitted);
    showErrors(await textsInWords(found));
    if (order.every((key) => !found[key])) onSubmit(submitted);
  }

  return {
    values,
    errors,
    change,
    fill,
    showErrors,
    formProps: {
      ref: form,
      // Keeps passwords out of the URL if the form is submitted without its handler (decision 66).
      method: 'post' as const,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
      noValidate: true,
    },
    text: <K extends keyof V & string>(key: K) => ({
      name: key,
      value: values[key] as V[K] & string,
      error: errors[key],
      onChange: (value: string) => change({ [key]: value } as Partial<V>),
    }),
  };
}
