import { adminRoute } from '../platform/http/callers/admin-route.ts';
import { findingListSchema, type Finding } from './doctor-contract.ts';

/** The route that shows an admin the findings of `npm run doctor`. */
export function doctorRoutes({ examine }: { examine: () => Promise<Finding[]> }) {
  return [
    adminRoute('get', '/findings', 'listFindings', {
      tag: 'Queues and index',
      role: 'admin',
      summary: 'What is wrong with the settings, the machine and the servers, with what mends it',
      response: findingListSchema,
      handler: async () => ({ items: await examine() }),
    }),
  ];
}
