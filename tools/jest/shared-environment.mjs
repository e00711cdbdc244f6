import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Runs spec files in Node's own context instead of one context per file. Therefore, `teardown` undoes their changes to
 * the process.
 */
export default class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  #env = { ...process.env };
  #exit = process.exit;
  #console = globalThis.console;
  #file;
  #before;
  /** The time of each test, as a line of JSON. */
  #times = [];

  constructor({ projectConfig }, { testPath }) {
    this.#file = relative(projectConfig.rootDir, testPath);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  handleTestEvent({ name, test }) {
    if (name === 'test_start') this.#before = process.cpuUsage();
    if (name !== 'test_done') return;
    const { user, system } = process.cpuUsage(this.#before);
    this.#times.push(JSON.stringify({ file: this.#file, name: titleOf(test), ms: (user + system) / 1000 }));
  }

  async teardown() {
    if (process.env.TEST_TIMES && this.#times.length > 0)
      appendFileSync(process.env.TEST_TIMES, `${this.#times.join('\n')}\n`);
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
    process.exit = this.#exit;
    globalThis.console = this.#console;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}

function titleOf({ name, parent }) {
  return parent?.parent ? `${titleOf(parent)} › ${name}` : name;
}
