import type { Socket } from 'node:net';
import { DatabaseDetour } from './database-detour.ts';

/** A way to a database that a spec can cut, as a broken network or a restart would. */
export class CuttableDatabase extends DatabaseDetour {
  #isCut = false;

  static async start(databaseUrl: string): Promise<CuttableDatabase> {
    return new CuttableDatabase(databaseUrl).listen();
  }

  protected override meet(near: Socket): void {
    if (this.#isCut) near.destroy();
  }

  cut(): void {
    this.#isCut = true;
    this.breakConnections();
  }

  mend(): void {
    this.#isCut = false;
  }
}
