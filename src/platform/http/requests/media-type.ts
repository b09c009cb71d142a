import { MIMEType } from 'node:util';

/** Parses a `Content-Type`. Returns undefined when it is missing or malformed. */
export function parseMediaType(contentType: string | undefined): MIMEType | undefined {
  try {
    return new MIMEType(contentType ?? '');
  } catch {
    return undefined;
  }
}
