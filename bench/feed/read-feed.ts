import { Pool } from 'undici';

export interface FeedPage {
  /** The page as it came: who reads everything has no need of it as text. */
  bytes: Buffer;
  next: string;
  hasMore: boolean;
}

export interface FeedReader {
  /** @throws when the answer is not 200 */
  read(query: string): Promise<FeedPage>;
  close(): Promise<void>;
}

const END = /"next":"([^"]+)","has_more":(true|false)\}$/;

/** One client with one connection, which looks at nothing but the cursor: the service is what is measured. */
export function createFeedReader(origin: string, key: string): FeedReader {
  const pool = new Pool(origin, { connections: 1, pipelining: 1 });
  return {
    async read(query) {
      const path = `/api/v1/changes?${query}`;
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path,
        headers: { 'X-API-Key': key },
      });
      const chunks: Buffer[] = [];
      for await (const chunk of body) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const [, next, hasMore] = END.exec(bytes.toString('latin1', Math.max(0, bytes.length - 200))) ?? [];
      if (statusCode !== 200 || next === undefined)
        throw new Error(`${path}: ${statusCode} ${bytes.toString('utf8', 0, 200)}`);
      return { bytes, next, hasMore: hasMore === 'true' };
    },
    close: () => pool.destroy(),
  };
}
