import { sql, type Selectable } from 'kysely'
import { numberList, valueRows } from '../forms.ts'
import type { Db, Tables, Trx } from '../tables/schema.ts'
import { URL_STATES, type NotedAddress } from './scan-rows.ts'

/** The most addresses of one scan that are kept as having become no page. */
export const MAX_NOTED = 10_000
/** The number of the newest scans of a site whose addresses are kept. */
const KEPT_SCANS = 5
/** The most scans whose addresses are deleted at a time. */
const FORGOTTEN_SCANS = 100

/** An address that became no page of a scan, as it is stored. */
export type ScanAddressRow = Omit<Selectable<Tables['scan_address']>, 'scan_num'>

const NOTED = {
  seq: 'integer',
  outcome: 'text',
  reason: 'text',
  http_status: 'integer',
  target_url: 'text',
} as const

/**
 * Stores the reasons why addresses of a scan became no page, by the numbers of the addresses, in place of the reasons
 * that an earlier run of the scan stored.
 */
export async function noteAddresses(
  trx: Trx,
  scanNum: number,
  noted: readonly NotedAddress[],
): Promise<void> {
  if (noted.length === 0) return
  const rows = noted.map((one) => [one.seq, one.outcome, one.reason, one.httpStatus, one.targetUrl])
  await sql`
    INSERT INTO scan_address (scan_num, seq, url, outcome, reason, http_status, target_url)
    SELECT u.scan_num, u.seq, u.url, made.outcome, made.reason, made.http_status, made.target_url
    FROM ${valueRows('made', NOTED, rows)}
    JOIN scan_url AS u ON u.scan_num = ${scanNum} AND u.seq = made.seq WHERE true
    ON CONFLICT (scan_num, seq) DO UPDATE SET outcome = excluded.outcome, reason = excluded.reason,
      http_status = excluded.http_status, target_url = excluded.target_url`.execute(trx)
}

/**
 * Stores the addresses that a scan never asked for, each with the reason, at most 10,000. Those that still wait are
 * stored only where `unreached` gives a reason for them.
 */
export async function noteLeftOut(
  db: Db | Trx,
  { siteNum, scanNum }: { siteNum: number; scanNum: number },
  unreached: string | undefined,
): Promise<void> {
  const { waiting, forbidden, excluded, asset } = URL_STATES
  const states = [forbidden, excluded, asset, ...(unreached === undefined ? [] : [waiting])]
  await sql`
    INSERT INTO scan_address (scan_num, seq, url, outcome, reason)
    SELECT u.scan_num, u.seq, u.url, 'skipped', CASE u.state WHEN ${sql.lit(forbidden)} THEN 'ROBOTS_DISALLOWED'
      WHEN ${sql.lit(excluded)} THEN 'EXCLUDED' WHEN ${sql.lit(asset)} THEN 'ASSET'
      ELSE CAST(${unreached ?? ''} AS TEXT) END
    FROM scan_url AS u
    WHERE u.scan_num = (SELECT num FROM scan WHERE num = ${scanNum} AND site_num = ${siteNum}) AND u.state IN ${numberList(states)}
    ORDER BY u.seq LIMIT ${sql.lit(MAX_NOTED)}
    ON CONFLICT (scan_num, seq) DO NOTHING`.execute(db)
}

/** Deletes the addresses that became no page of a site's scans, except those of the newest five. */
export async function forgetAddresses(db: Db | Trx, siteNum: number): Promise<void> {
  await sql`DELETE FROM scan_address WHERE scan_num IN (
    SELECT num FROM scan WHERE site_num = ${siteNum}
    ORDER BY num DESC LIMIT ${sql.lit(FORGOTTEN_SCANS)} OFFSET ${sql.lit(KEPT_SCANS)})`.execute(db)
}

export interface AddressRange {
  outcome?: string | undefined
  reason?: string | undefined
  /** The number of the address that the list begins behind. */
  after: number
  limit: number
}

/** Returns the addresses that became no page of a scan, in the order in which they were found. */
export async function scanAddresses(
  read: Db,
  siteNum: number,
  scanNum: number,
  { outcome, reason, after, limit }: AddressRange,
): Promise<ScanAddressRow[]> {
  let rows = read
    .selectFrom('scan_address')
    .select(['seq', 'url', 'outcome', 'reason', 'http_status', 'target_url'])
    .where('scan_num', 'in', (eb) =>
      eb
        .selectFrom('scan')
        .select('num')
        .where('num', '=', scanNum)
        .where('site_num', '=', siteNum),
    )
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
  if (outcome !== undefined) rows = rows.where('outcome', '=', outcome)
  if (reason !== undefined) rows = rows.where('reason', '=', reason)
  return rows.execute()
}
