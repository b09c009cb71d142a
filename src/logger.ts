import { pino, type Logger } from 'pino';

/** JSON lines on standard output. Secrets never reach them: headers that carry one are removed by path. */
export function createLogger(name: string, level: string): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers["x-api-key"]',
        'req.headers.cookie',
        'res.headers["set-cookie"]',
      ],
      remove: true,
    },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  });
}
