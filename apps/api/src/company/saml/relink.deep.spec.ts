import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { TestApi } from '../../test-support/test-api.ts';
import { TestCompany } from '../../test-support/saml/test-company.ts';

const HOME = 'http://product.test/home';
const PEOPLE = 200;

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

it('a move of 200 users to another vendor links each of them once, with a mail, and no one else', async () => {
  await api.empty();
  const company = await TestCompany.create(api, 'acme', { seatLimit: PEOPLE + 10 });
  const { idpId, teamId } = company;
  const addresses = Array.from({ length: PEOPLE }, (_, number) => `p${number}@acme.test`);
  await api.pool.query(
    `WITH member AS (INSERT INTO users (email, first_name, last_name, team_id)
                     SELECT unnest($1::text[]), 'Pat', 'Person', $2 RETURNING id, email)
     INSERT INTO sso_identities (identity_provider_id, name_id, user_id) SELECT $3, 'old ' || email, id FROM member`,
    [addresses, teamId, idpId],
  );
  const [withPasskey = '', ...others] = addresses;
  const { id } = await api.prisma.user.findUniqueOrThrow({ where: { email: withPasskey } });
  await api.prisma.passkey.create({
    data: { userId: id, credentialId: 'own', publicKey: new Uint8Array(1), name: 'Key', counter: 0 },
  });
  Object.assign(company.idp, { entityId: 'https://new-vendor.test/metadata' });
  await api.prisma.identityProvider.update({
    where: { id: idpId },
    data: {
      entityId: company.idp.entityId,
      relinkFrom: new Date(),
      relinkUntil: new Date(Date.now() + 86_400_000),
    },
  });
  const arrive = async (email: string, nameId = `new ${email}`) =>
    company.signIn(await api.visit(), { nameId, email, firstName: 'Pat', lastName: 'Person' });

  for (const email of others) expect(await arrive(email)).toBe(HOME);
  for (const email of [withPasskey, 'owner@acme.test']) expect(await arrive(email)).toBe('/saml-pending');
  const notified = (await api.queuedMails())
    .filter(({ kind }) => kind === 'new-sso-link')
    .map(({ to }) => to);
  expect(notified.sort()).toEqual(others.toSorted());
  expect(await arrive('p1@acme.test', 'somebody else')).toBe('/saml-pending');
  expect(await api.prisma.ssoIdentity.count()).toBe(PEOPLE - 1);

  await api.prisma.ssoIdentity.deleteMany({ where: { nameId: 'new p2@acme.test' } });
  await api.prisma.identityProvider.updateMany({ data: { relinkUntil: new Date() } });
  expect(await arrive('p2@acme.test')).toBe('/saml-pending');
});
