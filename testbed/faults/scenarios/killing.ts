import { setTimeout as wait } from 'node:timers/promises';
import { signUpBody } from '@foyer/testing/sign-up-body';
import { Visitor } from '../../harness/visitor.ts';
import { enough, exactly, type Scenario } from '../scenario.ts';
import { until } from '../stage.ts';

const KILLS = 10;
const REGISTRATIONS = 200;

export const apiKilled: Scenario = {
  name: `SIGKILL of a replica ${KILLS} times at random among ${REGISTRATIONS} sign-ups`,
  async run(stage) {
    const acknowledged: string[] = [];
    const visitor = await Visitor.open(stage.url);
    let isDone = false;
    const killing = (async () => {
      let kills = 0;
      while (kills < KILLS) {
        await wait(200 + Math.random() * 400);
        const number = kills++ % 2;
        await stage.replica(number).program.end('SIGKILL');
        await stage.startReplica(number);
      }
      isDone = true;
      return kills;
    })();
    const signingUp: Promise<void>[] = [];
    while (signingUp.length < REGISTRATIONS || !isDone) {
      const email = `slain-${signingUp.length}@harness.test`;
      const signUp = visitor.post('/register-by-email', signUpBody({ email })).then(
        ({ status }) => {
          if (status === 201) acknowledged.push(email);
        },
        () => {},
      );
      signingUp.push(signUp);
      await wait(40);
    }
    const kills = await killing;
    await Promise.all(signingUp);
    const registered = await stage.count(`SELECT count(*) FROM registrations WHERE address LIKE 'slain-%'`);
    const kept = await stage.count('SELECT count(*) FROM registrations WHERE address = ANY($1)', [
      acknowledged,
    ]);
    const { smtp } = stage.harness;
    await until(90_000, () => smtp.count('slain-').distinct >= registered);
    await stage.untilMailsAreDone('slain-');
    const { distinct, all } = smtp.count('slain-');
    return [
      exactly('kills', kills, KILLS),
      enough(`acknowledged of ${signingUp.length} that were sent`, acknowledged.length, REGISTRATIONS / 2),
      exactly('acknowledged sign-ups that are there', kept, acknowledged.length),
      exactly(`sign-ups that got a mail (${all - distinct} copies)`, distinct, registered),
    ];
  },
};
