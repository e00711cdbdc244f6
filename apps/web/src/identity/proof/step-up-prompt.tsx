import { stepUpProofs } from '@foyer/contracts/identity/security';
import { useEffect, useState } from 'react';
import { registerStepUpPrompt } from '../../http/proof.ts';
import { loadOnTouch } from '../../ui/load-on-touch.ts';
import { loadModals } from '../../ui/later-modal.tsx';

const dialogs = loadOnTouch(() => import('./proof-dialog.tsx'));

type Asked = { proofs: readonly string[]; idpName: string | undefined; answer(isProved: boolean): void };

/**
 * Step-up for calls below it (decision 96): when a call is refused for lack of a fresh proof, it asks the visitor and repeats the
 * call.
 */
export function StepUpPrompt() {
  const [asked, setAsked] = useState<Asked>();
  const loaded = dialogs.use();
  useEffect(() => {
    let answerLast: Asked['answer'] = () => {};
    const stop = registerStepUpPrompt(async ({ proofs, idpName }) => {
      // Without a dialog, the problem's own message says what to do.
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
      <loaded.ProofDialog
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
