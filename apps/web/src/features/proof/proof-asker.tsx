import { useEffect, useState } from 'react';
import { answerProofWith } from '../../http/proof.ts';
import { loadOnTouch } from '../../ui/load-on-touch.ts';
import { loadModals } from '../../ui/later-modal.tsx';

const dialogs = loadOnTouch(() => import('./proof-dialog.tsx'));

type Asked = { proofs: readonly string[]; answer(isProved: boolean): void };

/**
 * Stands where calls need a fresh proof of who is there (decision 76): when one is refused for want of it, the visitor is
 * asked, and the call is made again.
 */
export function ProofAsker() {
  const [asked, setAsked] = useState<Asked>();
  const loaded = dialogs.use();
  useEffect(() => {
    let answerLast: Asked['answer'] = () => {};
    const stop = answerProofWith(async ({ proofs }) => {
      // Otherwise the problem's own sentence says what to do.
      if (!proofs.includes('password') && !proofs.includes('passkey')) return false;
      await Promise.all([dialogs.load(), loadModals()]);
      return await new Promise<boolean>((answer) => {
        answerLast = answer;
        setAsked({ proofs, answer });
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
        onEnd={(isProved) => {
          setAsked(undefined);
          asked.answer(isProved);
        }}
      />
    )
  );
}
