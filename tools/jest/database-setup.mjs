/** Jest loads this file unchanged. From here on Node reads TypeScript by itself. */
export default async function setUpDatabase(globalConfig) {
  const { setUpTestDatabases } = await import('./test-databases.ts');
  await setUpTestDatabases(globalConfig.maxWorkers);
}
