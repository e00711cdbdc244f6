export type Language = {
  /** A BCP 47 tag, for example for `<html lang>` and in the name of the catalogue's file. */
  tag: string;
  /** The name of the language in this language. */
  name: string;
  direction: 'ltr' | 'rtl';
  isFamilyNameFirst?: true;
  /** Production does not offer the language. */
  isDraft?: true;
};

/** The source texts are in this language, so it needs no catalogue. */
export const SOURCE_LANGUAGE = 'en';

export const languages = [
  { tag: SOURCE_LANGUAGE, name: 'English', direction: 'ltr' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr' },
  { tag: 'it', name: 'Italiano', direction: 'ltr' },
  { tag: 'nl', name: 'Nederlands', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr', isFamilyNameFirst: true },
  { tag: 'zh-Hans', name: '简体中文', direction: 'ltr', isFamilyNameFirst: true },
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
  // Pseudo-language, made from the English texts to find untranslated ones.
  { tag: 'en-XA', name: 'Ƥśēūđō', direction: 'ltr', isDraft: true },
] as const satisfies Language[];

export type LanguageTag = (typeof languages)[number]['tag'];

export const PSEUDO_LANGUAGE = 'en-XA' satisfies LanguageTag;

export const LANGUAGE_COOKIE = 'language';

export function offeredLanguages(withDrafts: boolean): LanguageTag[] {
  const rows: readonly (Language & { tag: LanguageTag })[] = languages;
  return rows.filter(({ isDraft }) => withDrafts || !isDraft).map(({ tag }) => tag);
}

export function languageNamed(tag: string | null | undefined): LanguageTag | undefined {
  return languages.find((language) => language.tag === tag)?.tag;
}

export function directionOf(tag: LanguageTag): Language['direction'] {
  return languages.find((language) => language.tag === tag)?.direction ?? 'ltr';
}

type Wishes = {
  cookie?: string | undefined;
  acceptLanguage?: string | undefined;
};

/** Returns the first of these languages that is offered: the cookie's, the browser's, English. */
export function chooseLanguage(
  { cookie, acceptLanguage }: Wishes,
  offered: readonly LanguageTag[],
): LanguageTag {
  const chosen = offered.find((tag) => tag === cookie);
  return chosen ?? browserLanguage(acceptLanguage, offered) ?? SOURCE_LANGUAGE;
}

/** Limits the work for one header. */
const MAX_WISHES = 20;

/** Chooses by the weights in `Accept-Language` (RFC 9110, 12.5.4). */
function browserLanguage(
  header: string | undefined,
  offered: readonly LanguageTag[],
): LanguageTag | undefined {
  if (header === undefined) return undefined;
  const wishes = header
    .split(',', MAX_WISHES)
    .map((wish) => /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?$/i.exec(wish))
    .flatMap((found) => (found?.[1] ? [{ wished: found[1], weight: Number(found[2] ?? 1) }] : []))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { wished } of wishes) {
    const found = closest(wished, offered);
    if (found) return found;
  }
  return undefined;
}

/** Finds `wished`, or a tag with the same language and script: zh-Hans for zh-CN, pt-BR for pt-PT, none for zh-TW. */
function closest(wished: string, offered: readonly LanguageTag[]): LanguageTag | undefined {
  const of = localeOf(wished);
  return (
    offered.find((tag) => tag.toLowerCase() === wished.toLowerCase()) ??
    offered
      .filter((tag) => tag !== PSEUDO_LANGUAGE)
      .find((tag) => {
        const each = locales.get(tag);
        return of !== undefined && each?.language === of.language && each.script === of.script;
      })
  );
}

function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}

const locales = new Map(languages.map(({ tag }) => [tag, localeOf(tag)]));
