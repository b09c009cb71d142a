import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: string | Buffer;
  /** A false size to declare. */
  claimedSize?: number;
  claimedChecksum?: number;
  isLink?: boolean;
}

/** Builds a ZIP archive, also one with false headers. */
export function buildZip(files: readonly ZippedFile[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize, claimedChecksum, isLink } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const nameBytes = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x0800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(claimedChecksum ?? crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimedSize ?? bytes.length, 18);
    shared.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, nameBytes, packed]);
    const end = Buffer.alloc(14);
    end.writeUInt32LE(((isLink ? 0o120777 : 0o100644) << 16) >>> 0, 6);
    end.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), shared, end, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const trailer = Buffer.alloc(18);
  trailer.writeUInt16LE(files.length, 4);
  trailer.writeUInt16LE(files.length, 6);
  trailer.writeUInt32LE(directory.length, 8);
  trailer.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), trailer]);
}
