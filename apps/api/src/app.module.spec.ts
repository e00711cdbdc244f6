import { expect, it } from '@jest/globals';
import type { DynamicModule } from '@nestjs/common';
import { GLOBAL_MODULE_METADATA, MODULE_METADATA } from '@nestjs/common/constants.js';
import { AppModule } from './app.module.ts';
import type { ApiEnv } from './config/env.ts';

type Module = DynamicModule['module'];

const { imports = [] } = AppModule.with({} as ApiEnv, '');
const modules = imports.map((module) => ('module' in module ? module.module : module) as Module);

it('only platform modules and modules that provide a port are global', () => {
  const global = modules.filter((module) => Reflect.hasMetadata(GLOBAL_MODULE_METADATA, module));
  expect(global.map(({ name }) => name)).toEqual([
    'ConfigModule',
    'ObserveModule',
    'DatabaseModule',
    'QueueModule',
    'AuditModule',
    'HttpModule',
    'CompanyIdentitiesModule',
    'TeamBillingModule',
  ]);
});

it('a module imports only modules that the list names before it', () => {
  for (const [position, module] of modules.entries()) {
    const imported = (Reflect.getMetadata(MODULE_METADATA.IMPORTS, module) ?? []) as Module[];
    expect(modules.slice(0, position)).toEqual(expect.arrayContaining(imported));
  }
});
