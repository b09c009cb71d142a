import { starve, withReads, type AlertCause } from './alert-cause.ts';

/** What keeps the engine from answering. */
export const SEARCH_ALERT_CAUSES: AlertCause[] = [
  {
    alert: 'FactshelfBreakerOpen',
    cause: 'kill -9 of Meilisearch; nobody searches any more after that',
    remedy: 'start it',
    async bringAbout({ world }) {
      await world.engine.kill();
      for (let i = 0; i < 6; i++) await world.api.get('/api/v1/products/search?q=milk', world.headers);
      return () => world.engine.start();
    },
  },
  {
    alert: 'FactshelfSearchFallsBack',
    cause: 'Meilisearch gets 20 % of its time',
    remedy: 'give it its processor back',
    async bringAbout(parts) {
      const { engine } = parts.world;
      const end = starve(
        () => engine.signal('SIGSTOP'),
        () => engine.signal('SIGCONT'),
        1_000,
        250,
      );
      return await withReads(parts, end);
    },
  },
  {
    alert: 'FactshelfSearchSlow',
    cause: 'Meilisearch gets 5 % of its time, in short turns',
    remedy: 'give it its processor back',
    async bringAbout(parts) {
      const { engine } = parts.world;
      const end = starve(
        () => engine.signal('SIGSTOP'),
        () => engine.signal('SIGCONT'),
        650,
        30,
      );
      return await withReads(parts, end);
    },
  },
];
