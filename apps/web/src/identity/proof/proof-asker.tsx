import { stepUpProofs } from '@foyer/contracts/identity/security';
import { useEffect, useState } from 'react';
import { answerProofWith } from '../../http/proof.ts';
import { loadOnTouch } from '../../ui/load-on-touch.ts';
import { loadModals } from '../../ui/later-modal.tsx';

const dialogs = loadOnTouch(() => import('./proof-dialog.tsx'));

type Asked = { proofs: readonly string[]; idpName: string | undefined; answer(isProved: boolean): void };

/**
 * Stands where calls need a fresh proof of who is there (decision 96): when one is refused for want of it, the visitor is
 * asked, and the call is made again.
 */
export function ProofAsker() {
  const [asked, setAsked] = useState<Asked>();
  const loaded = dialogs.use();
  useEffect(() => {
    let answerLast: Asked['answer'] = () => {};
    const stop = answerProofWith(async ({ proofs, idpName }) => {
      // Otherwise the problem's own sentence says what to do.
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
