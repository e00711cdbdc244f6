import { stepUpProofs } from '@foyer/contracts/identity/security';
import { useEffect, useState } from 'react';
import { registerStepUpPrompt } from '../../http/step-up.ts';
import { loadOnTouch } from '../../ui/load-on-touch.ts';
import { loadModals } from '../../ui/later-modal.tsx';

const dialogs = loadOnTouch(() => import('./step-up-dialog.tsx'));

type Asked = { proofs: readonly string[]; idpName: string | undefined; answer(isProved: boolean): void };

/** Shows the step-up dialog when the server rejects a call because it needs a proof (decision 96). */
export function StepUpPrompt() {
  const [asked, setAsked] = useState<Asked>();
  const loaded = dialogs.use();
  useEffect(() => {
    let answerLast: Asked['answer'] = () => {};
    const stop = registerStepUpPrompt(async ({ proofs, idpName }) => {
      // If the dialog supports none of the proofs, the page shows the problem's message, which says what to do.
      if (!stepUpProofs.some((one) => proofs.includes(one))) return false;
      await Promise.all([dialogs.load(), loadModals()]);
      return await new Promise<boolean>((answer) => {
        answerLast = answer;
        setAsked({ proofs, idpName, answer });
      });
    });
    return () => {
      stop();
      answerLast(false);
    };
  }, []);
  return (
    asked &&
    loaded && (
      <loaded.StepUpDialog
        proofs={asked.proofs}
        idpName={asked.idpName}
        onEnd={(isProved) => {
          setAsked(undefined);
          asked.answer(isProved);
        }}
      />
    )
  );
}
