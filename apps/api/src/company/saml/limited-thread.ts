import { once } from 'node:events';
import { Worker, type ResourceLimits } from 'node:worker_threads';

export type ThreadAnswer = { usedMicroseconds: number } & ({ result: unknown } | { fault: string });

const POLL_MS = 50;

/** A thread ended before its answer, for example because a task used too much processor time or memory. */
export class TaskEnded extends Error {}

export type ThreadOptions = {
  file: URL;
  processorMs: number;
  /** Wall-clock time, for threads that hang without using processor time. */
  stuckMs: number;
  idleMs: number;
  resourceLimits: ResourceLimits;
};

/**
 * A thread that runs one task at a time and limits the task's processor time. A busy machine does not affect this
 * limit. A task over the limit ends the thread, and the next task gets a new one. The thread's file answers each
 * message with a `ThreadAnswer`, and sends one when it has loaded.
 */
export class LimitedThread {
  readonly #options: ThreadOptions;
  #worker: Worker | undefined;
  #usedMicroseconds = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** The caller must await each task before it runs the next one. Throws `TaskEnded`, and the errors of the task. */
  async run(task: unknown): Promise<unknown> {
    clearTimeout(this.#idle);
    const worker = this.#worker ?? (await this.#start());
    worker.ref();
    try {
      const answer = await this.#ask(worker, task);
      if ('fault' in answer) throw new Error(answer.fault);
      return answer.result;
    } finally {
      // An idle thread doesn't keep the process alive.
      worker.unref();
      this.#idle = setTimeout(() => void this.end(), this.#options.idleMs).unref();
    }
  }

  async end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(this.#options.file, { resourceLimits: this.#options.resourceLimits });
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    const [loaded] = (await once(worker, 'message')) as [ThreadAnswer];
    // An error after loading belongs to a task. The task gets `TaskEnded` when the thread exits.
    worker.on('error', () => undefined);
    this.#usedMicroseconds = loaded.usedMicroseconds;
    this.#worker = worker;
    return worker;
  }

  async #ask(worker: Worker, task: unknown): Promise<ThreadAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const fail = () => reject(new TaskEnded('the thread ended before its answer'));
    worker.once('message', resolve);
    worker.once('exit', fail);
    const stop = () => {
      fail();
      if (this.#worker === worker) void this.end();
    };
    const startedAt = performance.now();
    let isAnswered = false;
    const watch = setInterval(() => {
      worker.cpuUsage().then(({ user, system }) => {
        const usedMs = (user + system - this.#usedMicroseconds) / 1000;
        const isStuck = performance.now() - startedAt > this.#options.stuckMs;
        if (isAnswered || !(usedMs > this.#options.processorMs || isStuck)) return;
        stop();
        // `cpuUsage` fails in a thread that has run out of memory, before the thread exits.
      }, stop);
    }, POLL_MS);
    try {
      worker.postMessage(task);
      const answer = await promise;
      this.#usedMicroseconds = answer.usedMicroseconds;
      return answer;
    } finally {
      isAnswered = true;
      clearInterval(watch);
      worker.off('message', resolve);
      worker.off('exit', fail);
    }
  }
}
