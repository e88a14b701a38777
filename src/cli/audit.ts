import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { listAudit } from '../features/audit/list-audit.ts'
import { verifyAudit, type AuditHead } from '../features/audit/verify-audit.ts'
import { cleanExcerpt } from '../domain/ai-score/finding.ts'
import { pluralize } from '../lib/text/pluralize.ts'
import { chooseOrganization } from './choose-organization.ts'
import { CliError } from './cli-error.ts'
import type { RunCommand } from './command.ts'
import { withOperator } from './operator.ts'
import { withServices } from './with-services.ts'

/**
 * Recomputes the audit logs of all organizations, or of one; the command fails where an entry is not as it was written.
 */
export const verifyAuditCommand: RunCommand = ({ options }) => {
  const { org, head } = options
  const noted = head === undefined ? undefined : readHead(head)
  if (noted && org === undefined) throw new CliError('--head is of one organization: add --org')
  return withServices(async ({ context, database }) => {
    const organizations =
      org === undefined
        ? await database.accounts.organizations()
        : [await chooseOrganization(database, org)]
    const logs = []
    for (const { id, name } of organizations) {
      logs.push({ orgId: id, name, ...(await verifyAudit(context.tenant(id), { noted })) })
    }
    return {
      data: { logs },
      text: logs.map(describe).join('\n') || 'There is no organization, and no audit log.',
      failed: logs.some(({ broken }) => broken !== undefined),
    }
  })
}

type Log = Awaited<ReturnType<typeof verifyAudit>> & { orgId: string; name: string }

function describe({ orgId, name, entries, head, broken }: Log): string {
  const whose = `${orgId} (${cleanExcerpt(name)})`
  if (!broken)
    return `${whose}: ${pluralize(entries, 'entry', 'entries')}, ends with ${entries}:${head}`
  const which = broken.id === null ? '' : ` (${broken.id})`
  return `${whose}: BROKEN at entry ${broken.number}${which}: ${broken.reason}. The ${entries} before it are as they were written.`
}

function readHead(text: string): AuditHead {
  const [, entries, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (entries === undefined || hash === undefined || Number(entries) === 0) {
    throw new CliError('--head needs a number and a hash, such as 1200:9f86d081…, of 64 characters')
  }
  return { entries: Number(entries), hash }
}

/** Writes the audit log of an organization to standard output, in the form of the API's export. */
export const exportAuditCommand: RunCommand = async ({ options, flags }) => {
  const format = options['format'] ?? 'ndjson'
  if (format !== 'csv' && format !== 'ndjson') throw new CliError('--format is csv or ndjson')
  const bom = flags.has('bom')
  if (bom && format !== 'csv') throw new CliError('--bom is of --format csv')
  await withOperator(options, async (operator) => {
    const { chunks } = await operator.open(listAudit, { format, bom: bom ? '1' : '0' })
    try {
      await pipeline(Readable.from(chunks), process.stdout, { end: false })
    } catch (error) {
      // EPIPE says that the reader of the pipe has closed it, as `head` does: that is no failure.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error
    }
  })
}
