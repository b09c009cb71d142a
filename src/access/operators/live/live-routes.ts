import { adminRoute } from '../../../platform/http/callers/admin-route.ts';
import { eventStreamSchema } from './live-contract.ts';
import type { LiveStreams } from './live-streams.ts';

/** Server-sent events for the console. */
export function liveRoutes({ liveStreams }: { liveStreams: LiveStreams }) {
  return [
    adminRoute('get', '/events', 'hearEvents', {
      role: 'reviewer',
      tag: 'Service',
      summary: 'A stream of changes, for as long as the session lasts',
      description:
        'Listening keeps no session alive. The stream of a session that has ended is closed within seconds. One ' +
        'operator has at most eight streams.',
      contentType: 'text/event-stream',
      // Compression and proxies would buffer events.
      cacheControl: 'no-store, no-transform',
      headers: { 'X-Accel-Buffering': 'no' },
      response: eventStreamSchema,
      errors: ['rate_limited'],
      handler: ({ session }) => liveStreams.open(session),
    }),
  ];
}
