import type { Socket } from 'node:net';
import { DatabaseProxy } from './database-proxy.ts';

export class CuttableDatabase extends DatabaseProxy {
  #isCut = false;
  #writesLeft = 0;
  #how: 'close' | 'reset' = 'close';

  static async start(databaseUrl: string): Promise<CuttableDatabase> {
    return new CuttableDatabase(databaseUrl).listen();
  }

  protected override meet(near: Socket): void {
    if (this.#isCut) near.destroy();
    near.on('data', () => {
      if (this.#writesLeft-- === 1) this.cut(this.#how);
    });
  }

  /** Cuts the connections after this many chunks of data to the database. The cut may be within a statement. */
  cutAfter(writes: number, how: 'close' | 'reset' = 'close'): void {
    this.#writesLeft = writes;
    this.#how = how;
  }

  cut(how?: 'close' | 'reset'): void {
    this.#isCut = true;
    this.breakConnections(how);
  }

  restore(): void {
    this.#isCut = false;
    this.#writesLeft = 0;
  }
}
