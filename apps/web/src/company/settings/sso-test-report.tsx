import type { SsoCheck, SsoTestReply } from '@foyer/contracts/company/saml';
import { useQuery } from '@tanstack/react-query';
import { samlAddress } from '../../navigation/saml-address.ts';
import { ButtonAnchor } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { exactTime } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { NotLoaded } from './not-loaded.tsx';
import { ssoTestQuery } from './sso-queries.ts';
import styles from './sso-settings.module.css';

type Outcome = SsoTestReply['checks'][number]['outcome'];

const outcomes: Record<Outcome, { icon: IconName; word(): string }> = {
  passed: { icon: 'check', word: () => t('company.ssoTestReport.passed', 'Passed') },
  warning: { icon: 'info', word: () => t('company.ssoTestReport.warning', 'Warning') },
  failed: { icon: 'close', word: () => t('company.ssoTestReport.failed', 'Failed') },
  skipped: { icon: 'circle', word: () => t('company.ssoTestReport.notChecked', 'Not checked') },
};

const checkNames: Record<SsoCheck, () => string> = {
  form: () => t('company.ssoTestReport.formCheck', 'HTTP form ## check of a test login'),
  encoding: () => t('company.ssoTestReport.encodingCheck', 'Encoding ## check of a test login'),
  xml: () => t('company.ssoTestReport.xmlCheck', 'XML ## check of a test login'),
  algorithms: () => t('company.ssoTestReport.algorithmsCheck', 'Algorithms ## check of a test login'),
  request: () => t('company.ssoTestReport.requestCheck', 'Request ## check of a test login'),
  status: () => t('company.ssoTestReport.statusCheck', 'Status ## check of a test login'),
  destination: () => t('company.ssoTestReport.destinationCheck', 'Destination ## check of a test login'),
  issuer: () => t('company.ssoTestReport.issuerCheck', 'Issuer ## check of a test login'),
  signature: () => t('company.ssoTestReport.signatureCheck', 'Signature ## check of a test login'),
  time: () => t('company.ssoTestReport.timeCheck', 'Time ## check of a test login'),
  audience: () => t('company.ssoTestReport.audienceCheck', 'Audience ## check of a test login'),
  subject: () => t('company.ssoTestReport.subjectCheck', 'Subject ## check of a test login'),
  attributes: () => t('company.ssoTestReport.attributesCheck', 'Attributes ## check of a test login'),
  account: () => t('company.ssoTestReport.accountCheck', 'Account ## check of a test login'),
};

export function SsoTestReport({ id }: { id: string }) {
  const test = useQuery(ssoTestQuery(id));
  if (test.isPending) return <Spinner label={t('company.ssoTestReport.loading', 'Loading the report')} />;
  if (!test.data)
    return (
      <NotLoaded
        query={test}
        what={t(
          'company.ssoTestReport.loadFailed',
          'We couldn’t load the report. Check your connection and try again.',
        )}
        notFound={t(
          'company.ssoTestReport.reportGone',
          'We couldn’t find this report. Run the test login again.',
        )}
      />
    );
  const { idpName, at, isPassed, checks, received } = test.data;
  return (
    <>
      <div className={styles.stack}>
        <div>
          <h2 className={`${styles.title} ${styles.verdict} ${isPassed ? styles.passed : styles.failed}`}>
            <Icon name={isPassed ? 'check' : 'close'} size={28} />
            {isPassed
              ? t('company.ssoTestReport.passedTitle', 'The test login passed')
              : t('company.ssoTestReport.failedTitle', 'The test login failed')}
          </h2>
          <p className={styles.note}>
            {t('company.ssoTestReport.summary', '{idpName}, {time}. No one was logged in or added.', {
              idpName,
              time: exactTime(at, { dateStyle: 'long', timeStyle: 'medium' }),
            })}
          </p>
        </div>
        <ButtonAnchor href={samlAddress(idpName, { test: '1' })} variant="secondary">
          {t('company.ssoTestReport.testAgain', 'Test again')}
        </ButtonAnchor>
      </div>
      <section aria-labelledby="sso-checks">
        <h3 id="sso-checks" className={styles.subtitle}>
          {t('company.ssoTestReport.checksHeading', 'Checks')}
        </h3>
        <ol className={styles.list}>
          {checks.map(({ check, outcome, detail }) => (
            <li key={check} className={styles.row}>
              <p className={`${styles.outcome} ${styles[outcome]}`}>
                <Icon name={outcomes[outcome].icon} />
                {outcomes[outcome].word()}
              </p>
              <div className={styles.value}>
                <p className={styles.name}>{checkNames[check]()}</p>
                <p>{detail}</p>
              </div>
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="sso-received">
        <h3 id="sso-received" className={styles.subtitle}>
          {t('company.ssoTestReport.receivedHeading', 'What we received')}
        </h3>
        <Received received={received} />
      </section>
    </>
  );
}

function Received({ received }: Pick<SsoTestReply, 'received'>) {
  if (received.length === 0)
    return <p>{t('company.ssoTestReport.nothingReadable', 'We couldn’t read anything that we received.')}</p>;
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
