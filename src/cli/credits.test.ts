import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../testing/audit-entries.ts'
import { DataFolder } from '../testing/data-folder.ts'
import { ledgerFaults } from '../testing/ledger-faults.ts'
import { runCli } from '../testing/run-cli.ts'
import { inspectData } from '../testing/stored-events.ts'

let data: DataFolder
let orgId: string

beforeEach(() => {
  data = DataFolder.migrated()
})
afterEach(() => data[Symbol.dispose]())

const make = async (plan: string): Promise<void> => {
  const { out } = await cli(
    'owner',
    'create',
    '--email',
    'anna@example.com',
    '--plan',
    plan,
    '--json',
  )
  orgId = (JSON.parse(out) as { orgId: string }).orgId
}
const cli = (...args: string[]) => runCli(data.path, args)
const credits = async (...args: string[]): Promise<unknown> => {
  const { out, err } = await cli('credits', ...args, '--json')
  return err === '' ? JSON.parse(out) : err
}

describe('citable credits', () => {
  it('shows what an organization has', async () => {
    await make('free')
    expect(await credits('show')).toMatchObject({ orgId, balance: 50, reserved: 0, used: 0 })
    const { out } = await cli('credits', 'show')
    expect(out).toContain(`(${orgId}) has 50 credits; work under way has reserved 0 of them.`)
    expect(out).toMatch(/It has used 0 in this month; 50 are granted for the next one, \d{4}-/)
  })

  it('adds and takes some, once for each reference, and the audit log says so', async () => {
    await make('pro')
    const ticket = ['--reference', 'ticket-7', '--note', 'An apology']
    expect(await credits('grant', '500', ...ticket)).toMatchObject({ amount: 500, balance: 2_500 })
    expect(await credits('grant', '500', ...ticket)).toMatchObject({ amount: 0, balance: 2_500 })
    expect(await credits('take', '2500')).toMatchObject({ amount: -2_500, balance: 0 })
    const told = auditEntries(data.path, orgId).filter(({ action }) => action === 'credits.adjust')
    expect(told.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([
      { amount: 500, balance: 2_500, reference: 'ticket-7', note: 'An apology' },
      { amount: -2_500, balance: 0, reference: null, note: null },
    ])
    expect(told[0]).toMatchObject({ actor_type: 'system', actor_id: 'cli', target_id: orgId })
    expect(inspectData(data.path, ledgerFaults)).toEqual([])
  })

  it('refuses amounts that are none, more than there is, and organizations without a limit', async () => {
    await make('free')
    for (const amount of ['0', '1.5', 'ten', '1000000001', '99999999999']) {
      expect(await credits('grant', amount)).toContain('AMOUNT must be a whole number from 1 to')
    }
    expect(await credits('take', '51')).toContain('has 50 credits that can be taken')
    expect(await credits('grant', '1', '--note', 'two\nlines')).toContain('--note takes one line')
    expect(await credits('show')).toMatchObject({ balance: 50 })
    await cli('org', 'plan', 'self_hosted')
    expect(await credits('grant', '1')).toContain('has no limit of credits')
    expect(await credits('show')).toMatchObject({ unlimited: true, balance: null })
    expect((await cli('credits', 'show')).out).toContain('has no limit of credits.')
  })
})
