import { fileURLToPath } from 'node:url';

/** Settings of a program that is killed before a step, or finds the disk full from it on. See `fail-at.mjs`. */
export function failAt(step: number, folders: string[], how: 'kill' | 'full' = 'kill') {
  return {
    NODE_OPTIONS: `--import=${fileURLToPath(new URL('fail-at.mjs', import.meta.url))}`,
    FAIL_AT: String(step),
    FAIL_BELOW: folders.join(':'),
    FAIL_AS: how,
  };
}
