import { randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Addresses } from '../../limits/addresses.ts';
import type { Db, Tx } from '../../../platform/db/client.ts';
import { operatorAddresses } from '../../../platform/db/schema/operators.ts';
import { nameCookie } from './session-token.ts';

const COOKIE = 'device';
const NONCE_BYTES = 16;
const YEAR_S = 31_536_000;
/** How long, and how many, addresses of an operator's sign-ins are remembered. */
const KNOWN_DAYS = 90;
const MOST_ADDRESSES = 20;

/** An operator or an account, whose browsers are known only under its present password. */
export interface PlaceOwner {
  id: string;
  passwordHash: string;
}

/** A browser and an address that try to sign in. */
export interface Place {
  cookieHeader: string | undefined;
  isCookieSecure: boolean;
  /** The bucket of the address. */
  address: string;
}

/** Returns a name of the place if the operator signed in before with this browser, or else from this address. */
export async function findKnownPlace(
  db: Db,
  addresses: Addresses,
  operator: PlaceOwner,
  { cookieHeader, isCookieSecure, address }: Place,
): Promise<string | undefined> {
  const device = await findKnownDevice(addresses, operator, { cookieHeader, isCookieSecure });
  if (device !== undefined) return device;
  const addressHash = Buffer.from(await addresses.nameOf(address), 'hex');
  const rows = await db
    .select({ operatorId: operatorAddresses.operatorId })
    .from(operatorAddresses)
    .where(
      and(
        eq(operatorAddresses.operatorId, operator.id),
        eq(operatorAddresses.addressHash, addressHash),
        gt(operatorAddresses.signedInAt, sql`now() - make_interval(days => ${KNOWN_DAYS})`),
      ),
    );
  return rows.length > 0 ? `address ${address}` : undefined;
}

/** Returns a name of the browser if the owner signed in with it before, by the same password. `name`: the cookie's. */
export async function findKnownDevice(
  addresses: Addresses,
  owner: PlaceOwner,
  { cookieHeader, isCookieSecure }: Omit<Place, 'address'>,
  name = COOKIE,
): Promise<string | undefined> {
  const cookie = parseCookie(cookieHeader ?? '')[nameCookie(name, isCookieSecure)] ?? '';
  const [nonce = '', signature = ''] = cookie.split('.');
  const own = Buffer.from(await sign(addresses, owner, nonce));
  const given = Buffer.from(signature);
  return own.length === given.length && timingSafeEqual(own, given) ? `device ${nonce}` : undefined;
}

/**
 * Returns the `Set-Cookie` that identifies a browser. It grants no access: it only selects a separate failure
 * counter.
 */
export async function buildDeviceCookie(
  addresses: Addresses,
  owner: PlaceOwner,
  isSecure: boolean,
  name = COOKIE,
): Promise<string> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return stringifySetCookie({
    name: nameCookie(name, isSecure),
    value: `${nonce}.${await sign(addresses, owner, nonce)}`,
    path: '/',
    maxAge: YEAR_S,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  });
}

/** Records the address of an operator's sign-in and deletes old ones. `name`: see `Addresses`. */
export async function saveKnownAddress(tx: Tx, operatorId: string, name: string): Promise<void> {
  const now = sql`now()`;
  await tx
    .insert(operatorAddresses)
    .values({ operatorId, addressHash: Buffer.from(name, 'hex'), signedInAt: now })
    .onConflictDoUpdate({
      target: [operatorAddresses.operatorId, operatorAddresses.addressHash],
      set: { signedInAt: now },
    });
  await tx.execute(sql`
    delete from operator_addresses where operator_id = ${operatorId} and (
      signed_in_at < now() - make_interval(days => ${KNOWN_DAYS}) or address_hash in (
        select address_hash from operator_addresses where operator_id = ${operatorId}
        order by signed_in_at desc, address_hash offset ${MOST_ADDRESSES}))`);
}

/** Forgets the addresses of an operator's sign-ins. */
export async function deleteKnownAddresses(tx: Tx, operatorId: string): Promise<void> {
  await tx.delete(operatorAddresses).where(eq(operatorAddresses.operatorId, operatorId));
}

const sign = (addresses: Addresses, { id, passwordHash }: PlaceOwner, nonce: string) =>
  addresses.nameOf(`device ${id} ${passwordHash} ${nonce}`);
