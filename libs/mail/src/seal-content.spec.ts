import { describe, expect, it } from '@jest/globals';
import type { Mail } from './mail-kinds.ts';
import { openMail, sealMail } from './seal-content.ts';

const mail: Mail = { kind: 'welcome', to: 'ada@example.com', content: { firstName: 'Ada', plan: 'free' } };
const [first, second] = ['a'.repeat(32), 'b'.repeat(32)] as const;

describe('a sealed mail', () => {
  it('opens with its secret, and reveals nothing without it', () => {
    const job = sealMail(mail, first);
    expect(openMail(job, [first])).toEqual(mail);
    expect(job.sealed).not.toContain(Buffer.from('Ada').toString('base64url'));
    expect(() => openMail(job, [second])).toThrow('No MAIL_SECRET opens this welcome mail');
  });

  it('opens with the old secret during a rotation [asvs 11.2.2]', () => {
    expect(openMail(sealMail(mail, first), [second, first])).toEqual(mail);
  });

  it('does not open for another address or kind, or after a change [asvs 11.3.3]', () => {
    const job = sealMail(mail, first);
    expect(() => openMail({ ...job, to: 'eve@example.com' }, [first])).toThrow();
    expect(() => openMail({ ...job, kind: 'password-changed' }, [first])).toThrow();
    expect(() => openMail({ ...job, sealed: `${job.sealed.slice(0, -4)}AAAA` }, [first])).toThrow();
  });
});
