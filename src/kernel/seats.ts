import type { TenantDb } from '../../db/tenant.ts'

/** Counts the seats that are taken: those of members, and of people who are invited. */
export async function countSeats(db: TenantDb, nowMs: number): Promise<number> {
  const [members, invited] = await Promise.all([
    db.members.count(),
    db.invitations.countPending(nowMs),
  ])
  return members + invited
}
