import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

const ALL_OF_US = [
  { type: 2, value: 'localhost' },
  { type: 7, ip: '127.0.0.1' },
  // Leads here as well, and is no loopback address.
  { type: 7, ip: '0.0.0.0' },
] as const;

/** An authority that signs the certificates of servers on this machine. */
export class TestAuthority {
  /** Its certificate, where a process can read it. */
  readonly file: string;
  readonly #pair: { key: string; cert: string };

  private constructor(pair: { key: string; cert: string }) {
    this.#pair = pair;
    this.file = join(mkdtempSync(join(tmpdir(), 'foyer-authority-')), 'ca.pem');
    writeFileSync(this.file, pair.cert);
  }

  static async make(): Promise<TestAuthority> {
    const { private: key, cert } = await generate([{ name: 'commonName', value: randomUUID() }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, critical: true },
      ],
    });
    return new TestAuthority({ key, cert });
  }

  /** Key and certificate of a server; of another host where one is named. */
  async certify(host?: string): Promise<{ key: string; cert: string }> {
    const altNames = host === undefined ? [...ALL_OF_US] : [{ type: 2 as const, value: host }];
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'server' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca: this.#pair,
      extensions: [{ name: 'subjectAltName', altNames }],
    });
    return { key, cert };
  }
}
