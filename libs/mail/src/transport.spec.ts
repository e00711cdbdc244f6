import { describe, expect, it } from '@jest/globals';
import {
  collectorFault,
  databaseFault,
  isLoopback,
  mailServerFault,
  mustEncryptMail,
  readExceptions,
} from './transport.ts';

const exceptions = (list: string) => readExceptions(list).exceptions;

describe('a host', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])(
    'is on this machine: %s',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each([
    '',
    '0.0.0.0',
    '10.0.0.1',
    '128.0.0.1',
    '1270.0.0.1',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '::',
    'fe80::1',
  ])('is not on this machine: "%s"', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('INSECURE_TRANSPORT', () => {
  it('is a list of parts, each for all hosts or for one named host', () => {
    expect(readExceptions(' smtp , postgres@DB.internal ')).toEqual({
      exceptions: [{ part: 'smtp' }, { part: 'postgres', host: 'db.internal' }],
      unknown: [],
    });
    expect(readExceptions('')).toEqual({ exceptions: [], unknown: [] });
  });

  it.each(['*', 'all', 'true', 'SMTP', 'postgres@', 'postgres@a@b', 'smtp:mail.test'])(
    'rejects "%s"',
    (entry) => {
      expect(readExceptions(entry)).toEqual({ exceptions: [], unknown: [entry] });
    },
  );

  it('exempts only its part and its host from TLS [asvs 12.3.1]', () => {
    const plain = 'postgresql://foyer@db.internal:6432/foyer';
    expect(databaseFault(plain, exceptions('postgres'))).toBeUndefined();
    expect(databaseFault(plain, exceptions('postgres@db.internal'))).toBeUndefined();
    expect(databaseFault(plain, exceptions('postgres@db'))).toContain('leads to db.internal');
    expect(databaseFault(plain, exceptions('smtp'))).toContain('leads to db.internal');
    expect(collectorFault('http://collector:4318', exceptions('postgres'))).toContain('traces@collector');
    expect(collectorFault('http://collector:4318', exceptions('traces@collector'))).toBeUndefined();
    expect(mustEncryptMail('smtp://mail.internal', exceptions('postgres'))).toBe(true);
    expect(mustEncryptMail('smtp://mail.internal', exceptions('smtp@mail.internal'))).toBe(false);
  });
});

describe('Postgres', () => {
  it.each([
    'postgresql://foyer@db.test/foyer?sslmode=verify-full',
    'postgresql://foyer@localhost/foyer',
    'postgresql://foyer@[::1]:5432/foyer',
    'postgresql:///foyer?host=/var/run/postgresql',
    'postgresql://foyer@%2Fvar%2Frun%2Fpostgresql/foyer',
  ])('may be reached by %s', (address) => {
    expect(databaseFault(address, [])).toBeUndefined();
  });

  it.each([
    'postgresql://foyer@db.test/foyer',
    'postgresql://foyer@0.0.0.0/foyer',
    'postgresql://foyer@db.test/foyer?ssl=true',
    'postgresql://foyer@db.test/foyer?SSLMODE=verify-full',
    'postgresql://foyer@localhost/foyer?host=db.test',
    'postgresql://foyer@db.test/foyer?uselibpqcompat=true&sslmode=require',
    'postgresql://foyer@db.test/foyer?sslmode=verify-full&sslmode=disable',
    'postgresql://foyer@localhost/foyer?host=localhost&host=db.test',
    'postgresql://',
  ])('may not be reached by %s', (address) => {
    expect(databaseFault(address, [])).toEqual(expect.any(String));
  });
});

describe('the mail server', () => {
  it.each([
    'smtp://mail.test',
    'smtps://foyer:password@mail.test:465',
    'smtp://mail.test?name=portal.test&tls.servername=mx.test',
  ])('may be %s, over TLS', (address) => {
    expect(mailServerFault(address, [])).toBeUndefined();
    expect(mustEncryptMail(address, [])).toBe(true);
  });

  it('may be on this machine, without TLS', () => {
    expect(mailServerFault('smtp://127.0.0.1:1025?ignoreTLS=true', [])).toBeUndefined();
    expect(mustEncryptMail('smtp://127.0.0.1:1025', [])).toBe(false);
  });
});

describe('the collector of traces', () => {
  it.each([
    'https://collector.test:4318',
    'http://localhost:4318',
    'http://127.0.0.1:4318',
    'http://[::1]:4318',
  ])('may be %s', (address) => {
    expect(collectorFault(address, [])).toBeUndefined();
  });

  it.each(['http://collector.test:4318', 'http://localhost.evil.test', 'ftp://collector.test'])(
    'may not be %s',
    (address) => {
      expect(collectorFault(address, [])).toEqual(expect.any(String));
    },
  );
});
