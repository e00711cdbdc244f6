import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '@foyer/tools/paths';
import { expect, type Locator, type Page } from '@playwright/test';
import { portal } from './portal.ts';

/**
 * Windows are wide, because Studio renders only visible columns, but not wider than needed, because Studio does not
 * open very wide cells.
 */
const HEIGHT = 420;
const WIDTHS = new Map([
  ['users', 5200],
  ['identity_providers', 5200],
  ['oauth_clients', 3000],
  ['teams', 2600],
]);
const USUAL_WIDTH = 1280;

const ADDRESS = /http:\/\/localhost:\d+/;

/** `npm run db:studio` on the portal's database, started as on a machine without a desktop. */
export class Studio {
  readonly url: string;
  readonly #process: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
  }

  static async start(): Promise<Studio> {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, BROWSER: ___, ...env } = process.env;
    const child = spawn(
      process.execPath,
      [join(ROOT, 'tools', 'run', 'bootstrap.mjs'), 'test', 'tools/run/database', 'studio'],
      {
        cwd: ROOT,
        env: { ...env, DATABASE_URL: portal().databaseUrl },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const url = await new Promise<string>((resolve, reject) => {
      let said = '';
      const listen = (chunk: Buffer): void => {
        said += chunk.toString();
        const [address] = ADDRESS.exec(said) ?? [];
        if (address) resolve(address);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('exit', () => reject(new Error(`Studio ended:\n${said}`)));
    });
    return new Studio(url, child);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill();
    await ended;
  }
}

/** One table in Studio. Studio sends the entered values only after `save`. */
export class StudioTable {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(page: Page, studio: Studio, table: string): Promise<StudioTable> {
    // Discards the values that Studio has not sent yet.
    await page.goto('about:blank');
    await page.setViewportSize({ width: WIDTHS.get(table) ?? USUAL_WIDTH, height: HEIGHT });
    await page.goto(`${studio.url}/#table=${table}&schema=public&view=table`);
    await expect(page.locator('thead')).toContainText('id');
    return new StudioTable(page);
  }

  async insert(cells: Record<string, string>): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'Insert row' }).click();
    const row = this.#page.locator('tbody tr').first();
    await this.fill(row, cells);
    return row;
  }

  row(text: string): Locator {
    return this.#page.locator('tbody tr').filter({ hasText: text });
  }

  /** Pastes into cells, as admins do with values that they received. */
  async fill(row: Locator, cells: Record<string, string>): Promise<void> {
    for (const [column, text] of Object.entries(cells)) {
      const editor = await this.paste(row, column, text);
      await editor.press('Enter');
      await expect(editor).toBeHidden();
    }
  }

  /**
   * Pastes into a cell and leaves the cell's editor open. Studio does not close the editor of a value that it will save
   * as NULL.
   */
  async paste(row: Locator, column: string, text: string): Promise<Locator> {
    const cell = row.locator('td').nth(await this.#place(column));
    const editor = this.#page.locator('input:focus, textarea:focus');
    // While Studio draws a new row, a double-click only selects the cell.
    await expect(async () => {
      await cell.dblclick();
      await expect(editor).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await editor.fill('');
    await this.#page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await editor.press('Control+V');
    return editor;
  }

  async save(): Promise<void> {
    await this.#save();
    await expect(this.#page.getByText('saved successfully')).toBeVisible();
  }

  async saveRefused(): Promise<string> {
    await this.#save();
    // `click` first waits until the message stops moving. On a slow machine, the message is gone before that.
    await this.#page.getByRole('button', { name: 'Console' }).dispatchEvent('click');
    return this.#page.locator('[data-response-type=error] pre').last().innerText();
  }

  async read(row: Locator, column: string): Promise<string> {
    const cell = row.locator('td').nth(await this.#place(column));
    await expect(cell).toHaveText(/\S/);
    return cell.innerText();
  }

  async span(from: string, to: string): Promise<{ x: number; width: number }> {
    const heads = this.#page.locator('thead tr').first().locator('> *');
    const first = await heads.nth(await this.#place(from)).boundingBox();
    const last = await heads.nth(await this.#place(to)).boundingBox();
    return { x: first?.x ?? 0, width: (last?.x ?? 0) + (last?.width ?? 0) - (first?.x ?? 0) };
  }

  async #save(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Save \d+ row/ }).click();
    await this.#page.getByRole('button', { name: 'yes, write to db' }).click();
  }

  async #place(column: string): Promise<number> {
    let place = -1;
    const find = async () => {
      const heads = await this.#page.locator('thead tr').first().locator('> *').allInnerTexts();
      return (place = heads.findIndex((head) => head.trim().split(/\s+/)[0] === column));
    };
    await expect.poll(find, `the place of the column ${column}`).toBeGreaterThanOrEqual(0);
    return place;
  }
}
