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

/** Keeps the formats, because creating one takes far longer than using it. */
function keptByArguments<Of extends unknown[], Formatter>(make: (...of: Of) => Formatter) {
  const kept = new Map<string, Formatter>();
  return (...of: Of): Formatter => {
    const key = JSON.stringify(of);
    const formatter = kept.get(key) ?? make(...of);
    kept.set(key, formatter);
    return formatter;
  };
}

export function fillIn<Node = string>(
  message: CompiledMessage,
  language: string,
  values: object = {},
): string | Node | (string | Node)[] {
  const shown = Object.entries(values).map(([name, value]) => [name, isolated(value, language)]);
  // The types ensure that the values match the placeholders of the English text (text-types.ts).
  const named = Object.fromEntries(shown) as FormatValues<Node>;
  const text = format<Node>(message, language, named, { formatters, timeZone: 'UTC' });
  return language === 'it' && typeof text === 'string' ? elided(text) : text;
}

/** Italian articles lose a vowel before 8 and 11, which begin with one: "il 8 dicembre" -> "l’8 dicembre". */
function elided(text: string): string {
  return text
    .replace(/(?<!\p{L})(a|da|de|ne|su)l (?=(?:8|11)(?!\d))/giu, '$1ll’')
    .replace(/(?<!\p{L})il (?=(?:8|11)(?!\d))/gu, 'l’')
    .replace(/(?<!\p{L})Il (?=(?:8|11)(?!\d))/gu, 'L’');
}

/**
 * Keeps the direction of a value in right-to-left text with isolates (Unicode UAX #9). Without them, "1 Main St" would
 * read "Main St 1". A single ASCII word stays unchanged, because it may choose the case of a `select`.
 */
export function isolated<Value>(value: Value, language: string): Value | string {
  const needsIt = language === 'ar' && typeof value === 'string' && !/^\w*$/.test(value);
  return needsIt ? `\u2068${value}\u2069` : value;
}
