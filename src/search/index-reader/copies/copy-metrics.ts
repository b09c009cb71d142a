import { Counter, Gauge, type Registry } from 'prom-client';

/**
 * What an API process meters of several copies of the index. A copy is called as in the table `index_copies`; `isInUse`:
 * which of them searches are sent to.
 */
export function createCopyMetrics(registry: Registry, isInUse: () => Map<string, boolean>) {
  const registers = [registry];
  const inUse = new Gauge({
    name: 'factshelf_index_copy_in_use',
    help: '1 while this process sends searches to the copy: it is in service, and answers',
    labelNames: ['copy'],
    registers,
    collect() {
      for (const [copy, isUsed] of isInUse()) inUse.set({ copy }, isUsed ? 1 : 0);
    },
  });
  return {
    questions: new Counter({
      name: 'factshelf_index_copy_questions_total',
      help: 'What this process has asked a copy of the index, by outcome: answered, or failed (then another copy is asked)',
      labelNames: ['copy', 'outcome'],
      registers,
    }),
  };
}
