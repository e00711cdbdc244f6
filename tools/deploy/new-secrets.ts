/** `npm run secrets:new`: writes the .env that docker-compose.yml reads. Never replaces a file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, hasCode, leaveWithFault } from '../fault.ts';
import { ROOT } from '../places.ts';
import { makeDeploymentSecrets, makeStandInVariables, type Variables } from './deployment-secrets.ts';

const [file = '.env'] = process.argv.slice(2);

try {
  const text = `# Secrets of this installation, made by \`npm run secrets:new\`. Keep them; whoever has them is the portal.
${linesOf(await makeDeploymentSecrets())}

# Stand-ins for the seating product, the card provider and two companies' identity providers, and demo accounts whose
# password everybody knows. For a portal of your own put its own values here instead; .env.example explains each.
${linesOf(makeStandInVariables())}
`;
  writeFileSync(join(ROOT, file), text, { mode: 0o600, flag: 'wx' });
  console.log(`${file} holds new secrets. \`docker compose up\` uses them.`);
} catch (error) {
  const isThere = hasCode(error, 'EEXIST');
  leaveWithFault(
    isThere
      ? new Fault(`${file} is there already, and what it protects needs it. Nothing was changed.`)
      : error,
  );
}

function linesOf(variables: Variables): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
