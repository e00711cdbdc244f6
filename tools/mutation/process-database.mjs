/** Jest calls this before each run of a process. Its database is made once: the specs empty it themselves. */
export default async function makeProcessDatabase() {
  if (process.env['TEST_DATABASE']) return;
  const { copyTemplateDatabase } = await import('../run/test-postgres.ts');
  const name = `foyer_mutation_${process.pid}`;
  await copyTemplateDatabase(process.env['TEST_POSTGRES_URL'], name);
  process.env['TEST_DATABASE'] = name;
}
