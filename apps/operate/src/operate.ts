/**
 * `npm run operate -- <command>`: the commands without their own file (main.ts). They use the database in
 * MIGRATE_DATABASE_URL, otherwise in DATABASE_URL, otherwise that of `npm start`. docs/operate.md explains them, and
 * docs/install.md explains `studio`.
 */
import { PRO_PRICE_LOOKUP_KEY } from '@foyer/catalog/plans';
import { normalizeEmail } from '@foyer/contracts/email';
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { findDatabase, withDatabase, type CommandDatabase } from './with-database.ts';
import { openStudio } from '@foyer/tools/deploy/studio';
import { generateClientIfNeeded } from '@foyer/tools/prisma/run-prisma';

const USAGE = `npm run operate -- <command>
  check [--mail <address>] [--from-outside]
                           checks the installation; prints a line for each part, and what to do next
  export-user <email>      everything the portal knows about a person, as JSON
  erase-user <email>       erases a person
  list-erasures            lists the hashes of erased rows; keep the list outside the database
  repeat-erasures [file …] after a restore, erases again all persons who were erased since the backup; reads the
                           hashes in the database and in lists or logs (- is standard input)
  end-sessions <email>     logs a user out everywhere and ends the access of connected apps
  deactivate <email>       deactivates an account
  reactivate <email>       reactivates it; takes a seat
  unlock <email>           lifts the lock after wrong passwords
  reset-second-factor <email>
                           removes a lost authenticator app with its recovery codes, and all passkeys; logs out
                           everywhere
  hand-over <owner> <member>
                           offers the owner's team to a member, who accepts it in the settings
  link-identity <idp> <email> [<NameID>]
                           links a waiting company identity to its user, such as an owner without a password;
                           mails the user
  dead-mails               lists failed mails
  dead-mails retry <id …>  sends these again; "all" is all of them
  dead-mails drop <id …>   deletes them
  dead-jobs …              the same for the API's own jobs
  billing-drift [--fix]    compares subscriptions and the price with the card provider; --fix has the API read
                           subscriptions again
  replay-webhooks --since <time>
                           handles the provider's events that never arrived; <time> is 2h, 3d or
                           2026-11-22T06:00Z
  idp:import …             connects a company's identity provider; see --help
  oauth:register …         registers an outside app; oauth:list, oauth:edit and oauth:delete too; see --help
  saml:new-key             makes a key for single sign-on, and explains its rotation
  secrets:new [file]       makes the secrets of an installation
  migrate                  brings the database up to date; --undone <migration> repeats a failed one
  studio                   opens Prisma Studio on port 5555 of this machine, for an hour at most; --published also
                           accepts connections to the port that a container publishes`;

type Command = (database: CommandDatabase, args: string[]) => Promise<string[]>;

try {
  const [name = '', ...args] = process.argv.slice(2);
  for (const line of await run(name, args)) console.log(line);
} catch (error) {
  exitWithError(error);
}

async function run(name: string, args: string[]): Promise<string[]> {
  if (name === 'studio') {
    await openStudio(await findDatabase(), args);
    return [];
  }
  const commands = await readCommands();
  const command = commands[name];
  if (!command) throw new CommandError(name ? `There is no command "${name}".\n\n${USAGE}` : USAGE);
  return withDatabase((database) => command(database, args));
}

async function readCommands(): Promise<Record<string, Command>> {
  await generateClientIfNeeded();
  const { exportUser } = await import('./export-user.ts');
  const { eraseUser } = await import('./erase-user.ts');
  const { listErasures, repeatErasures } = await import('./repeat-erasures.ts');
  const access = await import('./access.ts');
  const { offerTeam } = await import('./hand-over.ts');
  const { linkIdentity } = await import('./link-identity.ts');
  const { manageFailedJobs } = await import('./failed-jobs.ts');
  const { compareWithProvider } = await import('./billing-drift.ts');
  const { readSince, replayWebhooks } = await import('./replay-webhooks.ts');
  const { withProvider } = await import('./stripe-client.ts');
  return {
    'export-user': async ({ prisma }, args) => [
      JSON.stringify(await exportUser(prisma, emailOf(args)), undefined, 2),
    ],
    'erase-user': (database, args) => eraseUser(database, emailOf(args)),
    'list-erasures': ({ prisma }, args) => (args.length === 0 ? listErasures(prisma) : refuse()),
    'repeat-erasures': repeatErasures,
    'end-sessions': ({ prisma }, args) => access.endSessions(prisma, emailOf(args)),
    deactivate: ({ prisma }, args) => access.deactivate(prisma, emailOf(args)),
    reactivate: ({ prisma }, args) => access.reactivate(prisma, emailOf(args)),
    unlock: ({ prisma }, args) => access.unlock(prisma, emailOf(args)),
    'reset-second-factor': ({ prisma }, args) => access.resetSecondFactor(prisma, emailOf(args)),
    'hand-over': ({ prisma }, [owner = '', ...member]) =>
      offerTeam(prisma, emailOf([owner]), emailOf(member)),
    'link-identity': (database, [idpName = '', email = '', nameId, ...rest]) =>
      rest.length === 0 ? linkIdentity(database, idpName, emailOf([email]), nameId) : refuse(),
    'dead-mails': (database, args) => manageFailedJobs(database, 'mail', args) ?? refuse(),
    'dead-jobs': (database, args) => manageFailedJobs(database, 'job', args) ?? refuse(),
    'billing-drift': async (database, args) => {
      if (args.length > 1 || (args[0] ?? '--fix') !== '--fix') throw new CommandError(USAGE);
      return withProvider((stripe) =>
        compareWithProvider(database, stripe, {
          shouldFix: args.length === 1,
          lookupKey: PRO_PRICE_LOOKUP_KEY,
        }),
      );
    },
    'replay-webhooks': async (database, [option, since, ...rest]) => {
      if (option !== '--since' || since === undefined || rest.length > 0) throw new CommandError(USAGE);
      const start = readSince(since, new Date());
      return withProvider((stripe) => replayWebhooks(database, stripe, start));
    },
  };
}

function refuse(): never {
  throw new CommandError(USAGE);
}

function emailOf([email, ...rest]: string[]): string {
  if (!email?.includes('@') || rest.length > 0) throw new CommandError(USAGE);
  return normalizeEmail(email);
}
