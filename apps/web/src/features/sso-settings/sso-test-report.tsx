import type { SsoCheck, SsoTestReply } from '@foyer/contracts/saml';
import { useQuery } from '@tanstack/react-query';
import { samlAddress } from '../../journey/saml-address.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { ssoTestQuery } from './sso-queries.ts';
import styles from './sso-settings.module.css';

type Outcome = SsoTestReply['checks'][number]['outcome'];

const outcomes: Record<Outcome, { icon: IconName; word: string }> = {
  passed: { icon: 'check', word: 'Passed' },
  warning: { icon: 'info', word: 'Warning' },
  failed: { icon: 'close', word: 'Failed' },
  skipped: { icon: 'circle', word: 'Not checked' },
};

const checkNames: Record<SsoCheck, string> = {
  form: 'Form',
  encoding: 'Encoding',
  xml: 'XML',
  algorithms: 'Algorithms',
  request: 'Request',
  status: 'Status',
  destination: 'Destination',
  issuer: 'Issuer',
  signature: 'Signature',
  time: 'Time',
  audience: 'Audience',
  subject: 'Subject',
  attributes: 'Attributes',
  account: 'Account',
};

/** A test login's report, check by check, for whoever sets the identity provider up. */
export function SsoTestReport({ id }: { id: string }) {
  const test = useQuery(ssoTestQuery(id));
  if (test.isPending) return <Spinner label="Loading the report" />;
  if (!test.data)
    return (
      <NotLoaded
        query={test}
        what="The report could not be loaded."
        notFound="There is no such report. Run the test login again."
      />
    );
  const { idpName, at, isPassed, checks, received } = test.data;
  return (
    <>
      <div className={styles.stack}>
        <div>
          <h2 className={`${styles.title} ${styles.verdict} ${isPassed ? styles.passed : styles.failed}`}>
            <Icon name={isPassed ? 'check' : 'close'} size={28} />
            {isPassed ? 'The test login passed' : 'The test login did not pass'}
          </h2>
          <p className={styles.note}>
            {idpName}, {new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'medium' })}.
            Nobody was signed in or added.
          </p>
        </div>
        <ButtonAnchor href={samlAddress(idpName, { test: '1' })} variant="secondary">
          Test again
        </ButtonAnchor>
      </div>
      <section aria-labelledby="sso-checks">
        <h3 id="sso-checks" className={styles.subtitle}>
          Checks
        </h3>
        <ol className={styles.list}>
          {checks.map(({ check, outcome, detail }) => (
            <li key={check} className={styles.row}>
              <p className={`${styles.outcome} ${styles[outcome]}`}>
                <Icon name={outcomes[outcome].icon} />
                {outcomes[outcome].word}
              </p>
              <div className={styles.value}>
                <p className={styles.name}>{checkNames[check]}</p>
                <p>{detail}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="sso-received">
        <h3 id="sso-received" className={styles.subtitle}>
          What arrived
        </h3>
        <Received received={received} />
      </section>
    </>
  );
}

function Received({ received }: Pick<SsoTestReply, 'received'>) {
  if (received.length === 0) return <p>Nothing that could be read.</p>;
  return (
    <dl className={styles.list}>
      {received.map(({ name, values }, index) => (
        <div key={index} className={styles.row}>
          <dt className={styles.label}>{name}</dt>
          <dd className={styles.value}>
            {values.map((value, place) => (
              <p key={place}>{value}</p>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
