import { pageTitles } from '../../page-values/page-titles.ts';
import { t } from '../../words/t.ts';

export const suspendedWords = {
  get title() {
    return pageTitles.samlSuspended;
  },
  get text() {
    return t(
      'identity.suspendedWords.archived',
      'Welcome back! Your account has been archived, but no worries - we can help get you reactivated.',
    );
  },
};
