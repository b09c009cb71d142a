import { useWrite } from '../api/use-write.ts';
import { confirmChange } from '../parts/confirm-dialog.tsx';

/** Starts a rebuild of the index after a confirmation. */
export function useRebuild() {
  const start = useWrite({
    write: (api) => api.post('/index/rebuilds'),
    done: () => 'The rebuild has begun',
    refresh: [['index']],
    failed: 'No rebuild is started',
  });
  return {
    isStarting: start.isPending,
    askAndStart: async () => {
      const isWanted = await confirmChange({
        title: 'Rebuild the index?',
        consequences: [
          'Every product in use is written to a new index beside the live one.',
          'Search goes on meanwhile, and changes are kept; then the new index takes the place of the old one.',
        ],
        action: 'Rebuild',
      });
      if (isWanted) start.mutate();
    },
  };
}
