/** What a search cost and how it came about, read from an API's own meters. */
export interface SearchCounters {
  settledPages: number;
  unsettledPages: number;
  documents: number;
  rounds: number;
  /** Left to the Postgres engine by design. */
  handOvers: number;
  /** Answered by the Postgres engine because the engine failed or was slow. */
  fallBacks: number;
}

const METERS: Record<keyof SearchCounters, RegExp> = {
  settledPages: /^factshelf_search_pages_total\{settled="true"\} (\S+)/gm,
  unsettledPages: /^factshelf_search_pages_total\{settled="false"\} (\S+)/gm,
  documents: /^factshelf_search_documents_total (\S+)/gm,
  rounds: /^factshelf_search_rounds_total (\S+)/gm,
  handOvers: /^factshelf_search_hand_overs_total\{[^}]*\} (\S+)/gm,
  fallBacks: /^factshelf_search_fallbacks_total\{[^}]*\} (\S+)/gm,
};

/** From the text of `GET /metrics`; a meter that has counted nothing yet is 0. */
export function readSearchCounters(metricsText: string): SearchCounters {
  return mapCounters((name) =>
    [...metricsText.matchAll(METERS[name])].reduce((sum, [, value]) => sum + Number(value), 0),
  );
}

export function subtractCounters(later: SearchCounters, earlier: SearchCounters): SearchCounters {
  return mapCounters((name) => later[name] - earlier[name]);
}

function mapCounters(valueOf: (name: keyof SearchCounters) => number): SearchCounters {
  return {
    settledPages: valueOf('settledPages'),
    unsettledPages: valueOf('unsettledPages'),
    documents: valueOf('documents'),
    rounds: valueOf('rounds'),
    handOvers: valueOf('handOvers'),
    fallBacks: valueOf('fallBacks'),
  };
}
