import { useAskedWrite } from '../api/use-asked-write.ts';

/** Starts a rebuild of the index after a confirmation. */
export function useRebuild() {
  return useAskedWrite({
    ask: () => ({
      title: 'Rebuild the index?',
      consequences: [
        'Every product in use is written to a new index beside the live one.',
        'Search goes on meanwhile, and changes are kept; then the new index takes the place of the old one.',
      ],
      action: 'Rebuild',
    }),
    write: (api) => api.post('/index/rebuilds'),
    done: () => 'The rebuild has begun',
    refresh: [['index']],
    failed: 'No rebuild is started',
  });
}
