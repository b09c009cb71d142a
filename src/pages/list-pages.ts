import type { Sitemap } from '../catalog/sitemap/sitemap.ts';
import { accountPages } from './account/account-pages.tsx';
import { brandsPage, brandPage } from './brands/brand-pages.tsx';
import { categoryPage, categoriesPage } from './categories/category-pages.tsx';
import { contributePage, sendSubmission } from './contribute/contribute-page.tsx';
import { picturePages } from './contribute/picture-pages.ts';
import { picturesFirstPage, sendPicturesFirst } from './contribute/pictures-first-page.tsx';
import { answerPage, submissionPage } from './contribute/submission-page.tsx';
import { homePage } from './home/home-page.tsx';
import type { PageRoute } from './page.ts';
import { productByIdPage, productPage } from './product/product-pages.tsx';
import { qualityPage } from './quality/quality-page.tsx';
import { scanPage } from './scan/scan-page.tsx';
import { searchPage } from './search/search-page.tsx';
import { robotsFile, sitemapFiles } from './sitemap/sitemap-files.ts';

/** Returns every page except the docs, in matching order. */
export function listPages(sitemap: Sitemap): PageRoute[] {
  return [
    homePage,
    searchPage,
    qualityPage,
    productByIdPage,
    productPage,
    brandsPage,
    brandPage,
    categoriesPage,
    categoryPage,
    contributePage,
    sendSubmission,
    picturesFirstPage,
    sendPicturesFirst,
    submissionPage,
    answerPage,
    ...picturePages,
    ...accountPages,
    scanPage,
    robotsFile,
    ...sitemapFiles(sitemap),
  ];
}
