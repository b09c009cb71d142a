import {
  IconActivity,
  IconBuildingStore,
  IconChartBar,
  IconChecklist,
  IconDatabaseImport,
  IconForms,
  IconGauge,
  IconHistory,
  IconInbox,
  IconKey,
  IconLanguage,
  IconMessageX,
  IconPackage,
  IconScale,
  IconSitemap,
  IconUsers,
  IconZoomQuestion,
  type Icon,
} from '@tabler/icons-react';
import type { Role } from '../../src/platform/http/callers/operator.ts';

export interface NavigationItem {
  label: string;
  to: string;
  icon: Icon;
  /** The lowest role that may see it. */
  role: Role;
  /** The key after `g`. */
  key: string;
}

export interface NavigationArea {
  title: string;
  items: NavigationItem[];
}

const AREAS: NavigationArea[] = [
  {
    title: 'Submissions',
    items: [
      { label: 'Review', to: '/review', icon: IconInbox, role: 'reviewer', key: 'r' },
      { label: 'Review rules', to: '/review-rules', icon: IconScale, role: 'reviewer', key: 'l' },
    ],
  },
  {
    title: 'Catalogue',
    items: [
      { label: 'Products', to: '/products', icon: IconPackage, role: 'reviewer', key: 'p' },
      { label: 'Brands', to: '/brands', icon: IconBuildingStore, role: 'editor', key: 'b' },
      { label: 'Categories', to: '/categories', icon: IconSitemap, role: 'reviewer', key: 'c' },
      { label: 'Kinds', to: '/kinds', icon: IconForms, role: 'reviewer', key: 'k' },
      { label: 'Names', to: '/names', icon: IconLanguage, role: 'reviewer', key: 'n' },
      { label: 'Not found', to: '/misses', icon: IconZoomQuestion, role: 'editor', key: 'f' },
      { label: 'Bulk changes', to: '/bulk', icon: IconChecklist, role: 'editor', key: 'm' },
    ],
  },
  {
    title: 'Service',
    items: [
      { label: 'Queues and index', to: '/operations', icon: IconActivity, role: 'editor', key: 'q' },
      { label: 'Statistics', to: '/statistics', icon: IconChartBar, role: 'reviewer', key: 's' },
      { label: 'Audit log', to: '/audit', icon: IconHistory, role: 'reviewer', key: 'a' },
    ],
  },
  {
    title: 'Administration',
    items: [
      { label: 'Sources', to: '/sources', icon: IconDatabaseImport, role: 'reviewer', key: 'o' },
      { label: 'API keys', to: '/keys', icon: IconKey, role: 'admin', key: 'y' },
      { label: 'Tiers', to: '/tiers', icon: IconGauge, role: 'admin', key: 't' },
      { label: 'Reject reasons', to: '/reject-reasons', icon: IconMessageX, role: 'admin', key: 'x' },
      { label: 'Operators', to: '/operators', icon: IconUsers, role: 'admin', key: 'u' },
    ],
  },
];

/** Returns the areas that an operator may see. */
export function listAreas(mayActAs: (wanted: Role) => boolean): NavigationArea[] {
  return AREAS.map((area) => ({ ...area, items: area.items.filter(({ role }) => mayActAs(role)) })).filter(
    ({ items }) => items.length > 0,
  );
}
