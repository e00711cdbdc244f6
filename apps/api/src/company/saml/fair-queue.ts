type Job = { lane: readonly string[]; start: () => Promise<void>; refuse: () => void };

export class QueueFull extends Error {
  constructor(readonly isOwnLane: boolean) {
    super(isOwnLane ? 'its lane of the queue is full' : 'the queue is full');
  }
}

/** A node in the tree of waiting jobs. Its branches are the next names in the paths of lanes. */
class Branch {
  readonly branches = new Map<string, Branch>();
  readonly jobs: Job[] = [];
  waiting = 0;

  count([name, ...names]: readonly string[]): number {
    return name === undefined ? this.jobs.length : (this.branches.get(name)?.count(names) ?? 0);
  }

  put([name, ...names]: readonly string[], job: Job): void {
    this.waiting++;
    if (name === undefined) return void this.jobs.push(job);
    let branch = this.branches.get(name);
    if (!branch) this.branches.set(name, (branch = new Branch()));
    branch.put(names, job);
  }

  takeNext(): Job | undefined {
    return this.#takeFrom(this.branches.entries().next().value, (branch) => branch.takeNext(), 'shift');
  }

  get fullest(): [string, Branch] | undefined {
    let fullest: [string, Branch] | undefined;
    for (const one of this.branches) if (one[1].waiting >= (fullest?.[1].waiting ?? 0)) fullest = one;
    return fullest;
  }

  takeLastOfFullest(): Job | undefined {
    const { fullest } = this;
    return this.#takeFrom(fullest, (branch) => branch.takeLastOfFullest(), 'pop');
  }

  /**
   * Takes the latest job with this second name. If several first names have such jobs, takes from the one with the
   * most.
   */
  takeLastOfSecond(name: string): Job | undefined {
    let fullest: [string, Branch] | undefined;
    const count = (branch: Branch | undefined) => branch?.branches.get(name)?.waiting ?? 0;
    for (const one of this.branches) if (count(one[1]) > count(fullest?.[1])) fullest = one;
    const second = fullest?.[1].branches.get(name);
    return this.#takeFrom(
      fullest,
      (branch) => branch.#takeFrom(second && [name, second], (inner) => inner.takeLastOfFullest(), 'pop'),
      'pop',
    );
  }

  #takeFrom(
    named: [string, Branch] | undefined,
    take: (branch: Branch) => Job | undefined,
    own: 'shift' | 'pop',
  ): Job | undefined {
    const job = named ? take(named[1]) : this.jobs[own]();
    if (job) this.waiting--;
    if (!named) return job;
    const [name, branch] = named;
    if (branch.waiting === 0) this.branches.delete(name);
    else if (own === 'shift') {
      this.branches.delete(name);
      this.branches.set(name, branch);
    }
    return job;
  }
}

/**
 * A bounded queue in which no lane can starve the others (after McKenney's stochastic fairness queueing, 1990). A lane
 * is a path of names. Turns rotate among the first names. Within a first name, they rotate among its second names, and
 * so on. So a lane with a hundred jobs delays another lane by only one job per turn. A full queue drops the latest job
 * of the first name with the most jobs. If a second name has more jobs, counted over all first names, the queue drops
 * the latest job of this second name, so that no network can fill the queue under many first names.
 */
export class FairQueue {
  readonly #root = new Branch();
  readonly #limits: { atOnce: number; perLane: number; altogether: number };
  readonly #seconds = new Map<string, number>();
  #running = 0;

  constructor(limits: { atOnce: number; perLane: number; altogether: number }) {
    this.#limits = limits;
  }

  get waitingCount(): number {
    return this.#root.waiting;
  }

  /** All lanes must have the same number of names. Throws `QueueFull`. */
  async run<Result>(lane: readonly string[], work: () => Promise<Result>): Promise<Result> {
    if (this.#root.count(lane) >= this.#limits.perLane) throw new QueueFull(true);
    return new Promise<Result>((resolve, reject) => {
      this.#root.put(lane, {
        lane,
        start: () => work().then(resolve, reject),
        refuse: () => reject(new QueueFull(false)),
      });
      this.#countSecond(lane, 1);
      if (this.#root.waiting > this.#limits.altogether) this.#makeRoom();
      this.#startNext();
    });
  }

  #makeRoom(): void {
    let [second, most] = ['', 0];
    for (const [name, waiting] of this.#seconds) if (waiting > most) [second, most] = [name, waiting];
    const isSecondFuller = most > (this.#root.fullest?.[1].waiting ?? 0);
    const job = isSecondFuller ? this.#root.takeLastOfSecond(second) : this.#root.takeLastOfFullest();
    if (!job) return;
    this.#countSecond(job.lane, -1);
    job.refuse();
  }

  #countSecond([, second = '']: readonly string[], change: number): void {
    const waiting = (this.#seconds.get(second) ?? 0) + change;
    if (waiting === 0) this.#seconds.delete(second);
    else this.#seconds.set(second, waiting);
  }

  #startNext(): void {
    while (this.#running < this.#limits.atOnce) {
      const job = this.#root.takeNext();
      if (!job) return;
      this.#countSecond(job.lane, -1);
      this.#running++;
      void job.start().finally(() => {
        this.#running--;
        this.#startNext();
      });
    }
  }
}
