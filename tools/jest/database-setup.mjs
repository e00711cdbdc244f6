/** Plain JavaScript, because Jest does not compile this file. Node itself compiles its TypeScript imports. */
export default async function setUpDatabase(globalConfig) {
  const { setUpTestDatabases } = await import('./test-databases.ts');
  await setUpTestDatabases(globalConfig.maxWorkers);
}
