import type { LanguageTag } from '@foyer/catalog/languages';
import { translatorOf } from '@foyer/catalog/words/translator';
import Bowser from 'bowser';

/** `system` may be a model instead of an operating system, for example iPhone. */
export type Device = { browser?: string; system?: string };

export function readDevice(userAgent: string): Device {
  if (userAgent === '') return {};
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getPlatform().model ?? (parser.getOSName() === 'macOS' ? 'Mac' : parser.getOSName());
  return { ...(browser && { browser }), ...(system && { system }) };
}

export function nameDevice({ browser, system }: Device, language: LanguageTag): string {
  const { t } = translatorOf(language);
  if (browser && system) return t('common.browserOnSystem', '{browser} on {system}', { browser, system });
  return browser ?? system ?? t('common.unknownDevice', 'Unknown device');
}
