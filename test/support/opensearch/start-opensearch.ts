import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../src/embedded/processes/free-port.ts';
import { waitFor } from '../wait-for.ts';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));
/** A busy machine takes a minute for one, and several for three. */
const START_MS = 420_000;

export interface OpenSearchNode {
  url: string;
  /** At once, as when its machine is gone. */
  kill(): Promise<void>;
  pid: number;
}

export interface OpenSearchCluster {
  urls: string[];
  nodes: OpenSearchNode[];
  stop(): Promise<void>;
}

/**
 * A cluster of so many real nodes, each a process of its own, with what Maven brings. Nothing of it outlives the folder.
 * Unless `java` changes it, a node starts fast and searches slowly.
 * @throws {Error} when there is no Java, no Maven, or Maven reaches no registry
 */
export async function startOpenSearch(
  root: string,
  count: number,
  java = ['-Xmx512m', '-XX:TieredStopAtLevel=1'],
): Promise<OpenSearchCluster> {
  const classpathFile = path.join(root, 'opensearch-classpath');
  const options = ['-q', '-f', path.join(FOLDER, 'pom.xml'), `-Dmdep.outputFile=${classpathFile}`];
  const maven = spawnSync('mvn', ['-B', 'dependency:build-classpath', ...options], { encoding: 'utf8' });
  if (maven.status !== 0) throw new Error(`Maven cannot bring OpenSearch: ${maven.stdout || maven.error}`);
  const classpath = await readFile(classpathFile, 'utf8');
  const ports = await Promise.all(
    Array.from({ length: count }, async () => [await findFreePort(), await findFreePort()] as const),
  );
  const seeds = ports.map(([, transport]) => `127.0.0.1:${transport}`).join(',');
  const nodes: (OpenSearchNode & { child: ChildProcess })[] = [];
  for (const [n, [http, transport]] of ports.entries()) {
    const name = `node-${n}`;
    const child = spawn(
      'java',
      // prettier-ignore
      [...java, '-cp', classpath, path.join(FOLDER, 'TestNode.java'),
        path.join(root, `opensearch-${n}`), name, String(http), String(transport), seeds, 'node-0'],
      { stdio: ['pipe', 'ignore', 'ignore'] },
    );
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const kill = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    nodes.push({ url: `http://127.0.0.1:${http}`, kill, pid: child.pid ?? 0, child });
  }
  const cluster: OpenSearchCluster = {
    urls: nodes.map(({ url }) => url),
    nodes,
    // Their data is not needed any more.
    stop: async () => void (await Promise.all(nodes.map((node) => node.kill()))),
  };
  try {
    await waitFor('a cluster of all nodes', () => hasAllNodes(cluster.urls), START_MS);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function hasAllNodes(urls: string[]): Promise<boolean> {
  const seen = await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(`${url}/_cluster/health`, { signal: AbortSignal.timeout(5_000) });
      return ((await answer.json()) as { number_of_nodes?: number }).number_of_nodes;
    }),
  ).catch(() => []);
  return seen.length > 0 && seen.every((number) => number === urls.length);
}
