import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';

const formatters = {
  getDateTimeFormat: keptByArguments(
    (...of: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...of),
  ),
  getNumberFormat: keptByArguments(
    (...of: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...of),
  ),
  getPluralRules: keptByArguments(
    (...of: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...of),
  ),
};

/** Making one takes far longer than using it. */
function keptByArguments<Of extends unknown[], Formatter>(make: (...of: Of) => Formatter) {
  const kept = new Map<string, Formatter>();
  return (...of: Of): Formatter => {
    const key = JSON.stringify(of);
    const formatter = kept.get(key) ?? make(...of);
    kept.set(key, formatter);
    return formatter;
  };
}

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
