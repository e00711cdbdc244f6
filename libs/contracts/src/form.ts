import * as z from 'zod/mini';

/**
 * One question of a form. The order of a form's questions is the order in which they are asked and take the focus; all
 * that browser and server need to know of them follows from the list.
 */
export type Question = {
  /** Its name in the body. */
  wire: string;
  /** The rule for it there; one that takes nothing for an answer makes it optional. */
  rule: z.ZodMiniType;
  /** Its column in our tables, where that is not the form's key. */
  column?: string;
  label: string;
  /** For browsers and password managers (WHATWG HTML 4.10.18.7.1). */
  autoComplete?: string;
  type?: 'email' | 'tel';
};
export type Questions = Readonly<Record<string, Question>>;

/** Whether a question's own rule requires an answer. The form adds rules that depend on other answers. */
export const isRequired = ({ rule }: Question): boolean => !z.safeParse(rule, '').success;

/** The answers as the visitor fills them in, by the form's keys. */
export type FormOf<Q extends object> = { -readonly [Key in keyof Q]: string };

/** The rules by their names in the body, for its schema. */
type RulesOf<Q extends Questions> = { [Key in keyof Q as Q[Key]['wire']]: Q[Key]['rule'] };

/** Answers by their names in the body, not yet validated. */
type WireOf<Q extends Questions> = { [Key in keyof Q as Q[Key]['wire']]: string };

type ColumnOf<Q extends Questions, Key extends keyof Q> = Q[Key] extends {
  column: infer Column extends string;
}
  ? Column
  : Key;

/** Answers by their columns. */
export type ColumnsOf<Q extends Questions> = { [Key in keyof Q as ColumnOf<Q, Key>]: string };

/** A record with an entry for each question. The one place where a list of entries is taken at its word. */
function each<Result, One = Question>(
  questions: Readonly<Record<string, One>>,
  entry: (key: string, question: One) => [string, unknown],
) {
  return Object.fromEntries(
    Object.entries(questions).map(([key, question]) => entry(key, question)),
  ) as Result;
}

const columnOf = (key: string, { column }: Question) => column ?? key;

export function rulesOf<Q extends Questions>(questions: Q) {
  return each<RulesOf<Q>>(questions, (_, { wire, rule }) => [wire, rule]);
}

/** A schema of answers that were checked when they came, by their names in the body. */
export function wireTextsOf<Q extends Questions>(questions: Q) {
  return each<{ [Key in keyof WireOf<Q>]: z.ZodMiniString }>(questions, (_, { wire }) => [wire, z.string()]);
}

export function emptyForm<Q extends Readonly<Record<string, unknown>>>(questions: Q) {
  return each<FormOf<Q>, unknown>(questions, (key) => [key, '']);
}

/** Longest answer that a browser keeps of a form that was not sent. */
const DRAFT_MAX_LENGTH = 500;

/** A schema of what was typed so far, by the form's keys. */
export function draftTextsOf<Q extends Readonly<Record<string, unknown>>>(questions: Q) {
  const text = z.string().check(z.maxLength(DRAFT_MAX_LENGTH));
  return each<{ [Key in keyof Q]: typeof text }, unknown>(questions, (key) => [key, text]);
}

/** From the form to the body. */
export function toWire<Q extends Questions>(questions: Q, form: Readonly<Record<keyof Q & string, string>>) {
  return each<WireOf<Q>>(questions, (key, { wire }) => [wire, form[key]]);
}

/** From the body to the form. */
export function toForm<Q extends Questions>(questions: Q, body: Readonly<WireOf<Q>>) {
  const answers: Readonly<Record<string, unknown>> = body;
  return each<FormOf<Q>>(questions, (key, { wire }) => [key, answers[wire]]);
}

/** Converts the values of a request body to the values of our tables. */
export function toColumns<Q extends Questions>(
  questions: Q,
  body: Readonly<Record<Q[keyof Q]['wire'], string>>,
) {
  const answers: Readonly<Record<string, unknown>> = body;
  return each<ColumnsOf<Q>>(questions, (key, question) => [columnOf(key, question), answers[question.wire]]);
}

/** From our tables to the body. */
export function fromColumns<Q extends Questions>(questions: Q, row: Readonly<ColumnsOf<Q>>) {
  const answers: Readonly<Record<string, unknown>> = row;
  return each<WireOf<Q>>(questions, (key, question) => [question.wire, answers[columnOf(key, question)]]);
}

/** For a user who was not asked. */
export function emptyColumns<Q extends Questions>(questions: Q) {
  return each<ColumnsOf<Q>>(questions, (key, question) => [columnOf(key, question), '']);
}

/** Keys of a form in focus order. */
export function orderOf<Fields extends object>(fields: Fields) {
  return Object.keys(fields) as (keyof Fields & string)[];
}

/** Field problems with the form's keys instead of the body's names, without fields that the form does not show. */
export function problemsAtKeys<Fields extends Readonly<Record<string, { wire: string }>>>(
  fields: Fields,
  problems: Readonly<Record<string, string>>,
): { [Key in keyof Fields & string]?: string } {
  const found: { [Key in keyof Fields & string]?: string } = {};
  for (const key of orderOf(fields)) {
    const text = problems[fields[key]?.wire ?? ''];
    if (text) found[key] = text;
  }
  return found;
}
