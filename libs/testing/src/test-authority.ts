import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTestCertificate, type CertifiedKey } from './test-certificate.ts';

const ALL_OF_US: { type: 'dns' | 'ip'; value: string }[] = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
  // Leads to this machine, but is not a loopback address.
  { type: 'ip', value: '0.0.0.0' },
];

export class TestAuthority {
  readonly file: string;
  readonly #own: CertifiedKey;

  private constructor(own: CertifiedKey) {
    this.#own = own;
    this.file = join(mkdtempSync(join(tmpdir(), 'foyer-authority-')), 'ca.pem');
    writeFileSync(this.file, own.certificate);
  }

  static async make(): Promise<TestAuthority> {
    return new TestAuthority(
      await makeTestCertificate({ commonName: randomUUID(), key: 'P-256', isAuthority: true }),
    );
  }

  async certify(host?: string): Promise<{ key: string; cert: string }> {
    const { privateKey, certificate } = await makeTestCertificate({
      commonName: 'server',
      key: 'P-256',
      signedBy: this.#own,
      hosts: host === undefined ? ALL_OF_US : [{ type: 'dns', value: host }],
    });
    return { key: privateKey, cert: certificate };
  }
}
