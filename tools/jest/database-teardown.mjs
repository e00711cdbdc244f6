export default async function tearDownDatabase() {
  const { tearDownTestDatabases } = await import('./test-databases.ts');
  await tearDownTestDatabases();
}
