import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

const formatters = {
  getDateTimeFormat: (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...of),
  getNumberFormat: (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  getPluralRules: (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
};

/** A compiled message with its values, by the plural rules of a language. */
export function fillIn<Node = string>(
  message: CompiledMessage,
  language: string,
  values: object | undefined,
): string | Node | (string | Node)[] {
  // By their types they are what the English text names (text-types.ts).
  const named = values as FormatValues<Node> | undefined;
  return format<Node>(message, language, named, { formatters, timeZone: 'UTC' });
}
