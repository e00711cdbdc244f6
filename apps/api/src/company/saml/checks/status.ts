import { sentence } from '@foyer/catalog/words/sentence';
import { CheckFailed, passed, quote, type Passed } from '../check.ts';
import type { Parsed } from '../stages.ts';
import { childrenOf, PROTOCOL } from '../xml-document.ts';

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** SAML core 3.2.2.2 */
export function status({ response }: Pick<Parsed, 'response'>): Passed {
  const statuses = childrenOf(response, PROTOCOL, 'Status');
  const codes = statuses.flatMap((one) => childrenOf(one, PROTOCOL, 'StatusCode'));
  const [message] = statuses.flatMap((one) => childrenOf(one, PROTOCOL, 'StatusMessage'));
  if (statuses.length !== 1 || codes.length !== 1 || codes[0]?.attributes['Value'] !== SUCCESS)
    throw new CheckFailed('status', [
      sentence('company.status.failed', 'The identity provider reports {status}.', {
        status: { list: [codes[0]?.attributes['Value'], ...(message ? [message.text] : [])].map(quote) },
      }),
      sentence('company.status.seeIdpLog', 'The identity provider’s log shows the reason.'),
    ]);
  return passed(sentence('company.status.passed', 'The identity provider reports success.'));
}
