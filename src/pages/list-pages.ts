import { accountPages } from './account/account-pages.tsx';
import { contributePage, sendContribution } from './contribute/contribute-page.tsx';
import { answerPage, submissionPage } from './contribute/submission-page.tsx';
import { homePage } from './home/home-page.tsx';
import type { PageRoute } from './page.ts';
import { scanPage } from './scan/scan-page.tsx';

/** Every page, in the order in which addresses are matched. */
export function listPages(): PageRoute[] {
  return [homePage, contributePage, sendContribution, submissionPage, answerPage, ...accountPages, scanPage];
}
