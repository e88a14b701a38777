import { addCredits, readCredits } from '../kernel/plan/credits.ts'
import type { TestApp } from './start-test-app.ts'

/** Takes credits away from an organization, or adds some, so that it can spend the wanted number. */
export async function leaveCredits(app: TestApp, orgId: string, wanted: number): Promise<void> {
  const { context } = app.app.services
  const db = context.tenant(orgId)
  const { available } = await readCredits(context, db)
  await db.transaction((trx) =>
    addCredits(context, trx, {
      type: 'adjustment',
      amount: wanted - (available ?? 0),
      ref: { type: 'manual', id: context.newId('crd') },
      reason: 'manual',
      note: null,
      actor: { type: 'system', id: 'test' },
    }),
  )
}
