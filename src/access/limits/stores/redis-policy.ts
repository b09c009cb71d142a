/** Returns why a Redis may lose counters. Reads INFO, because a hosted Redis may forbid CONFIG. */
export function findPolicyProblems(info: string): string[] {
  const policy = /^maxmemory_policy:(.*?)\r?$/m.exec(info)?.[1];
  return [
    ...(policy === 'noeviction' ? [] : [`maxmemory-policy is ${policy}, not noeviction`]),
    ...(/^aof_enabled:1\r?$/m.test(info) ? [] : ['appendonly is off']),
  ];
}
