import type { SeededBug } from './seeded-bug.ts';

/** Units, and who is believed when a source speaks again. */
export const IMPORT_BUGS: SeededBug[] = [
  {
    name: 'allergens of an operator are overwritten',
    file: 'src/import/merge-record.ts',
    from: 'if (hasLeader && knownSuppliers.length === 0)',
    to: 'if (hasLeader)',
    test: 'test/integration/import/import-keeps-operator-word.test.ts',
    named: 'what an operator says of allergens and the serving stays',
  },
  {
    name: 'the serving of an operator is overwritten',
    file: 'src/import/merge-record.ts',
    from: 'state.suppliers[field] ?? []).flatMap',
    to: 'state.suppliers[saidWith ?? field] ?? []).flatMap',
    test: 'test/integration/import/import-keeps-operator-word.test.ts',
    named: 'what an operator says of allergens and the serving stays',
  },
  {
    name: 'what an operator archived comes back',
    file: 'src/import/merge-record.ts',
    from: ' && state.archiveReason === OBSOLETE_REASON',
    to: '',
    test: 'test/integration/import/import-again.test.ts',
    named: 'archives a product that is no longer sold',
  },
  {
    name: 'any supplier may replace a value',
    file: 'src/facts/decide-fact.ts',
    from: 'others.every(({ kind, trust }) =>',
    to: 'others.some(({ kind, trust }) =>',
    test: 'test/unit/facts/decide-fact.test.ts',
    named: 'does not follow it while one of several others is trusted more',
  },
  {
    name: 'a centilitre is a decilitre',
    file: 'src/platform/text/amounts/units.ts',
    from: "['cl', metric('ml', 10)",
    to: "['cl', metric('ml', 100)",
    test: 'test/unit/text/amounts/parse-quantity.test.ts',
    named: '33cl',
  },
  {
    name: 'a milligram is a gram',
    file: 'src/platform/text/amounts/units.ts',
    from: "metric('g', 0.001)",
    to: "metric('g', 1)",
    test: 'test/unit/text/amounts/parse-quantity.test.ts',
    named: '750 mg',
  },
  {
    name: 'a pint is the British one',
    file: 'src/platform/text/amounts/units.ts',
    from: '473.176473',
    to: '568.26125',
    test: 'test/unit/text/amounts/parse-quantity.test.ts',
    named: '1 pint',
  },
  {
    name: 'a failed import counts as the last one',
    file: 'src/import/import-file.ts',
    from: '    await saveLastImportedAt(maintenanceDb, context.sourceId);\n',
    to: '',
    also: [
      {
        from: '    failures.push(error);\n  }\n  report.durationSeconds',
        to: '    failures.push(error);\n  }\n  await saveLastImportedAt(maintenanceDb, context.sourceId);\n  report.durationSeconds',
      },
    ],
    test: 'test/integration/import/import-failed.test.ts',
    named: 'an import that fails leaves the time of the last one',
  },
];
