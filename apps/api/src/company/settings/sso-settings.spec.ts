import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { makeTestCertificate } from '@foyer/testing/test-certificate';
import { UNREADABLE_CERTIFICATE } from '@foyer/testing/test-idp';
import { TestApi } from '../../test-support/test-api.ts';
import { log } from '../../observe/log.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';
import { joinCompany } from '../../test-support/saml/test-member.ts';
import { SsoSettingsService } from './sso-settings.service.ts';

const DAY_MS = 86_400_000;

let api: TestApi;
let company: TestCompany;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.empty();
  company = await TestCompany.create(api, 'acme');
});

async function addCertificate(daysLeft: number): Promise<void> {
  const until = new Date(Date.now() + daysLeft * DAY_MS + DAY_MS / 2);
  const { certificate } = await makeTestCertificate({
    commonName: `ends in ${daysLeft}`,
    key: 'P-256',
    until,
  });
  await api.prisma.idpCertificate.create({ data: { identityProviderId: company.idpId, pem: certificate } });
}

async function addBroken(): Promise<void> {
  const pem = UNREADABLE_CERTIFICATE;
  await api.prisma.idpCertificate.create({ data: { identityProviderId: company.idpId, pem } });
}

describe('the owner’s view of single sign-on', () => {
  it('shows the values each side enters, and nothing of other companies', async () => {
    await TestCompany.create(api, 'rival');
    await addCertificate(20);
    const { body } = await company.owner.get('/settings/sso/details');
    expect(body).toMatchObject({
      identityProviders: [
        {
          name: 'acme',
          isEnabled: true,
          entityId: 'https://acme.test/metadata',
          domains: ['acme.test'],
          attributes: { email: 'email', firstName: 'firstName', lastName: 'lastName' },
          certificates: [{ isEnding: false }, { subject: 'CN=ends in 20', isEnding: true }],
          serviceProvider: {
            entityId: 'http://localhost:3000/saml/acme/metadata',
            acsUrl: 'http://localhost:3000/saml/acme/acs',
            metadataUrl: 'http://localhost:3000/saml/acme/metadata',
          },
        },
      ],
    });
  });

  it('shows the other certificates when one cannot be read', async () => {
    await addBroken();
    const { status, body } = await company.owner.get('/settings/sso/details');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      identityProviders: [
        { certificates: [{ subject: 'CN=acme' }, { subject: '', validTo: '', isEnding: false }] },
      ],
    });
  });

  it('is not available to members and visitors', async () => {
    const member = await joinCompany(api, company, 'nora@acme.test');
    expect((await member.get('/settings/sso/details')).body).toMatchObject({ code: 'NotOwner' });
    expect((await api.http.get('/settings/sso/details')).body).toMatchObject({ code: 'SignInRequired' });
  });
});

describe('the daily certificate check', () => {
  const run = () =>
    api.prisma.$transaction((transaction) => api.service(SsoSettingsService).warn(transaction));

  it('warns the owner 30, 14, 7, 3 days and one day before a certificate expires', async () => {
    for (const daysLeft of [30, 29, 14, 7, 3, 1, 0]) await addCertificate(daysLeft);
    await run();
    const mails = (await api.queuedMails()).filter(({ kind }) => kind === 'certificate-ending');
    expect(mails).toHaveLength(5);
    expect(mails[0]).toMatchObject({
      to: 'owner@acme.test',
      content: { identityProvider: 'acme', endsOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
  });

  it('skips an unreadable certificate, warns about the others, and logs the company’s name', async () => {
    await addBroken();
    await addCertificate(7);
    company = await TestCompany.create(api, 'other');
    await addCertificate(3);
    const named = jest.spyOn(log, 'error').mockReturnValue();
    await run();
    const mails = (await api.queuedMails()).filter(({ kind }) => kind === 'certificate-ending');
    expect(mails.map(({ to }) => to).sort()).toEqual(['owner@acme.test', 'owner@other.test']);
    expect(named).toHaveBeenCalledWith(
      expect.objectContaining({ idpName: 'acme' }),
      expect.stringContaining('cannot be read'),
    );
  });
});
