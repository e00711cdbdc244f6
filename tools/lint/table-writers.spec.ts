import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import {
  findShared,
  tablesWithSeveralWriters,
  tablesInSql,
  tablesWrittenIn,
  writtenBySql,
} from './table-writers.ts';

describe('the writers of a table', () => {
  it.each([
    ["typedSql(db).insertInto('users').values({ email })", ['users']],
    ["typedSql(db)\n  .updateTable('users as u')\n  .set({ email })", ['users']],
    [".with('ended', (from) => from.deleteFrom('sessions'))\n.insertInto('teams')", ['sessions', 'teams']],
    ["into.mergeInto(\n  'seatRequests as s',\n)", ['seatRequests']],
    [
      "const TABLES = { team: 'teamInvitations', event: 'eventInvitations' };\ndb.updateTable(TABLES[kind])",
      ['teamInvitations', 'eventInvitations'],
    ],
    ['await transaction.oAuthGrant.updateMany({ where })', ['oauthGrants']],
    ['await this.prisma.user\n  .createManyAndReturn({ data })', ['users']],
    ['await transaction.user.upsert({ where, create, update })', ['users']],
    [
      'transaction.team.update({ where, data: { members: { updateMany: { where, data } } } })',
      ['teams', 'users'],
    ],
    ['transaction.user.create({ data: { team: { create: { name } } } })', ['users', 'teams']],
    ['await transaction.user.findMany({ where: { team: { name } } })', []],
    ["typedSql(db).selectFrom('users')", []],
    ['stripe.subscriptions.update(id, { metadata })', []],
  ])('are recognized in %s', (source, tables) => {
    expect([...tablesWrittenIn(source)].toSorted()).toEqual(tables.toSorted());
  });

  it.each(['db.updateTable(table).set({ name })', "db.deleteFrom('people')"])(
    'are an error if the table is not recognized: %s',
    (source) =>
      expect(() => tablesWrittenIn(source)).toThrow('The table of this statement is not recognized'),
  );

  it('are in one folder, except for exactly the listed tables', () => {
    const listed = Object.entries(tablesWithSeveralWriters).map(([table, { writers }]) => [table, writers]);
    expect(findShared()).toEqual(Object.fromEntries(listed));
    expect(listed.length).toBeLessThanOrEqual(4);
  });

  it('in functions and triggers of the database are listed', () => {
    const folder = join(ROOT, 'prisma/sql');
    const files = readdirSync(folder).map((file) => [
      file,
      tablesInSql(readFileSync(join(folder, file), 'utf8')),
    ]);
    expect(Object.fromEntries(files)).toEqual(
      Object.fromEntries(Object.entries(writtenBySql).map(([file, tables]) => [file, tables.toSorted()])),
    );
  });
});
