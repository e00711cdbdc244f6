import { join } from 'node:path';
import { directionOf, LANGUAGE_COOKIE, PSEUDO_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { countries } from '@foyer/catalog/countries';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { expectNoViolationInLight } from './page-errors.ts';
import { arePicturesWanted } from './pictures.ts';
import { createAccount, portal, readMail, type ReadMail } from './portal.ts';
import { textsToRead } from './texts-to-read.ts';
import { englishFinder, wordsIn, type Words } from '@foyer/tools/words/text-patterns';

export const PASSWORD = 'Round-Tables-For-8!';

/** The smallest supported window width (WCAG 2.2, 1.4.10). */
const WIDTH = 320;

/** The widths of the pictures, for reviewers who compare a catalogue with the screens (docs/languages.md). */
const PICTURE_WIDTHS = [WIDTH, 390, 1440];

/** Text that stays English in the pseudo-language, such as names, addresses, months, and “Dismiss” of React Aria. */
const NOT_WORDS = [
  /\S+@\S+|https?:\S+|localhost:\d+|\b[\w-]+\.(?:test|com)\b/g,
  /^Dismiss$|\b(?:Foyer|Visa|Grace|Hopper|Gatherings|Demo Planner|Story Table|Walkers|Nora|Newcomer|Olive Owner|Harbour Hotel|Harbor Street|New York|PRO|and)\b/g,
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b/g,
];
const PLACES = new Set(
  countries.flatMap(({ label, states = [] }) => [label, ...states.map((state) => state.label)]),
);

const softly = expect.configure({ soft: true });

/** A user who walks through the portal in one language. Each stop checks that the screen is translated. */
export class Walk {
  readonly page: Page;
  readonly language: LanguageTag;
  readonly words: Words;
  readonly #isEnglish: (shown: string) => boolean;

  constructor(page: Page, language: LanguageTag) {
    this.page = page;
    this.language = language;
    this.words = wordsIn(language);
    this.#isEnglish = language === PSEUDO_LANGUAGE ? hasPlainEnglish : englishFinder(language);
  }

  static async begin(page: Page, language: LanguageTag): Promise<Walk> {
    const walk = await Walk.beginInEnglish(page, language);
    await walk.#rememberLanguage();
    return walk;
  }

  static async beginInEnglish(page: Page, language: LanguageTag): Promise<Walk> {
    await page.setViewportSize({ width: WIDTH, height: 700 });
    return new Walk(page, language);
  }

  async makeAccount(browser: Browser, email: string): Promise<void> {
    const context = await browser.newContext({
      baseURL: portal().portalUrl,
      extraHTTPHeaders: { 'accept-language': this.language },
    });
    await createAccount(
      await context.newPage(),
      email,
      PASSWORD,
      this.words('Verify your email for {productName}'),
    );
    await context.close();
  }

  async startAnew(): Promise<void> {
    await this.page.context().clearCookies();
    await this.#rememberLanguage();
  }

  async stop(name: string): Promise<void> {
    const { page, language } = this;
    await test.step(`${language}: ${name}`, async () => {
      await expect(page.locator('main [role=status] > svg')).toHaveCount(0);
      const html = page.locator('html');
      await expect.soft(html, name).toHaveAttribute('lang', language);
      await expect.soft(html, name).toHaveAttribute('dir', directionOf(language));
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      await softly.poll(width, `the width of ${name}`).toBeLessThanOrEqual(WIDTH);
      const english = async () => (await page.evaluate(textsToRead)).filter(this.#isEnglish);
      await softly.poll(english, `English on ${name}`).toEqual([]);
      await expectNoViolationInLight(page);
      if (arePicturesWanted) await this.#photograph(name);
    });
  }

  async mail(to: string, subject: string, ...passages: string[]): Promise<ReadMail> {
    const mail = await readMail(to, this.words(subject));
    const lines = mail.text.split('\n').map((line) => line.trim());
    for (const passage of passages)
      expect
        .soft(
          lines.some((line) => this.words(passage).test(line)),
          `"${passage}" in:\n${mail.text}`,
        )
        .toBe(true);
    expect
      .soft(
        [mail.subject, ...lines.flatMap((line) => [line, line.replace(/:$/, '')])].filter(this.#isEnglish),
        `English in the mail ${mail.subject}`,
      )
      .toEqual([]);
    expect.soft(mail.html).toContain(`<html lang="${this.language}" dir="${directionOf(this.language)}"`);
    return mail;
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name: this.words(name) }).click();
  }

  async submit(): Promise<void> {
    await this.page
      .locator('main form button[type=submit], [role$=dialog] button[type=submit]')
      .last()
      .click();
  }

  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await this.page.locator(`input[name=${name}]`).fill(value);
  }

  async open(field: string): Promise<void> {
    await this.page.locator(`button[data-field=${field}]`).click();
    await expect(this.page.getByRole('listbox')).toBeVisible();
  }

  async choose(field: string, key: string): Promise<void> {
    if (!(await this.page.getByRole('listbox').isVisible())) await this.open(field);
    await this.page.locator(`[role=option][data-key="${key}"]`).click();
    await expect(this.page.getByRole('listbox')).toBeHidden();
  }

  async expectHeading(text: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: this.words(text) })).toBeVisible();
  }

  async logIn(email: string, password = PASSWORD): Promise<void> {
    await this.fill({ email, password });
    await this.submit();
  }

  async #rememberLanguage(): Promise<void> {
    const cookie = { name: LANGUAGE_COOKIE, value: this.language, url: portal().portalUrl };
    await this.page.context().addCookies([cookie]);
  }

  async #photograph(name: string): Promise<void> {
    const folder = join(import.meta.dirname, '..', 'results', 'walk', this.language);
    for (const width of PICTURE_WIDTHS) {
      await this.page.setViewportSize({ width, height: width < 1000 ? 844 : 900 });
      await this.page.screenshot({ path: join(folder, `${name.replaceAll(/\W+/g, '-')}-${width}.png`) });
    }
    await this.page.setViewportSize({ width: WIDTH, height: 700 });
  }
}

/** In the pseudo-language, translated words have no plain letters. */
function hasPlainEnglish(shown: string): boolean {
  if (PLACES.has(shown)) return false;
  const words = NOT_WORDS.reduce((text, names) => text.replaceAll(names, ''), shown);
  return /[a-z]{3}/i.test(words);
}
