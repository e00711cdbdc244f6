/** `npm run dev`: as `npm start`, and what is changed in the API, the mail worker or the pages shows at once. */
import { runInTerminal } from './portal/run-in-terminal.ts';

await runInTerminal('npm run dev', true);
