/** `npm start`: the whole portal on embedded parts, with demo data. `--reset` begins anew. */
import { runInTerminal } from './portal/run-in-terminal.ts';

await runInTerminal('npm start', false);
