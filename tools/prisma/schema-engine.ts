#!/usr/bin/env node
/**
 * Stands where Prisma's CLI expects its native schema engine (`PRISMA_SCHEMA_ENGINE_BINARY`), so that migrations
 * work without downloading a binary. It speaks the native engine's protocol: flags, then JSON-RPC 2.0, one message a
 * line, on standard input and output; log lines in JSON on standard error. The work is done by the same engine
 * compiled to WebAssembly, through the `pg` driver.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { describeFailure, openEngine, type Failure } from './engine.ts';
import { runStatement, withDatabaseName } from './migration-adapter.ts';

/** Exists in every server and is where one connects to create another database. */
const MAINTENANCE_DATABASE = 'postgres';

interface Request {
  id: number;
  method: string;
  params?: unknown;
}

const { values: flags, positionals } = parseArgs({
  options: { datamodels: { type: 'string', multiple: true }, datasource: { type: 'string' } },
  allowPositionals: true,
  // The CLI may hand over flags that only the native engine knows.
  strict: false,
});
const databaseUrl = readDatabaseUrl();

log('INFO', { message: 'Starting schema engine' });
if (positionals[0] === 'cli') await runOneCommand(positionals[1]);
else await answerRequests();

function readDatabaseUrl(): string {
  const { url } = JSON.parse(typeof flags.datasource === 'string' ? flags.datasource : '{}') as {
    url?: string;
  };
  return url ?? process.env['DATABASE_URL'] ?? '';
}

/** `can-connect-to-database` and `create-database`: the answer is the exit code, with the reason on standard error. */
async function runOneCommand(command: string | undefined): Promise<void> {
  try {
    if (command === 'create-database') await createDatabase(databaseUrl);
    else await runStatement(databaseUrl, 'SELECT 1');
  } catch (error) {
    const { message, code } = describeFailure(error, databaseUrl);
    log('ERROR', { message, error_code: code });
    process.exitCode = 1;
  }
}

async function createDatabase(url: string): Promise<string> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await runStatement(
    withDatabaseName(url, MAINTENANCE_DATABASE),
    `CREATE DATABASE "${name.replaceAll('"', '""')}"`,
  );
  return name;
}

async function answerRequests(): Promise<void> {
  let engine: Promise<SchemaEngine> | undefined;
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const request = JSON.parse(line) as Request;
    // Our own "print" messages are acknowledged by the CLI on the same channel.
    if (!request.method) continue;
    try {
      const answer = await perform(request, () => (engine ??= createEngine()));
      send({ id: request.id, result: answer ?? null });
    } catch (error) {
      send({ id: request.id, error: toRpcError(describeFailure(error, databaseUrl)) });
    }
  }
  // The pool would keep the process alive; the CLI has hung up, so nothing is owed to anybody.
  process.exit(0);
}

async function perform(request: Request, engine: () => Promise<SchemaEngine>): Promise<unknown> {
  switch (request.method) {
    case 'createDatabase':
      return { databaseName: await createDatabase(databaseUrl) };
    case 'getDatabaseVersion':
      return (await engine()).version(undefined);
    case 'diff': {
      const result = await (await engine()).diff(request.params as Parameters<SchemaEngine['diff']>[0]);
      if (result.stdout !== null) send({ id: 0, method: 'print', params: { content: result.stdout } });
      return result;
    }
    default: {
      const methods = (await engine()) as unknown as Record<
        string,
        ((params: unknown) => unknown) | undefined
      >;
      const method = methods[request.method];
      if (!method) throw new Error(`This schema engine does not know the method ${request.method}.`);
      return method.call(methods, request.params);
    }
  }
}

async function createEngine(): Promise<SchemaEngine> {
  const paths = (flags.datamodels ?? []).filter((path) => typeof path === 'string');
  const files = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, await readFile(path, 'utf8')]),
  );
  return openEngine(databaseUrl, files);
}

function toRpcError({ message, code, isPanic }: Failure): object {
  return { code: 4466, message, data: { is_panic: isPanic, message, error_code: code } };
}

function send(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function log(level: 'INFO' | 'ERROR', fields: object): void {
  process.stderr.write(`${JSON.stringify({ level, target: 'schema_engine::logger', fields })}\n`);
}
