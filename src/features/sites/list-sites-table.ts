import * as z from 'zod'
import { hasAnyScope } from '../../kernel/door/access.ts'
import { cursorBinding } from '../../kernel/credentials/cursor.ts'
import { invalidField } from '../../kernel/door/errors.ts'
import { SearchText, tablePage } from '../../kernel/door/inputs.ts'
import type { OrgPrincipal } from '../../kernel/door/principal.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { pageOfRows } from '../../kernel/reads/page-of-rows.ts'
import { Table } from '../../kernel/reads/table.ts'
import { lastScans } from './last-scan.ts'
import { INSTALL_STATUS, installStatus } from '../widget/face.ts'

const Input = z.strictObject({
  query: SearchText.optional().describe('Part of the name or domain'),
  installStatus: z.enum(INSTALL_STATUS).optional().describe('State of the widget'),
  ...tablePage,
})

/**
 * Lists the sites as a short table, for a model that looks for one; who may only read numbers sees their names alone. A
 * domain names a site wherever one is asked for, and takes fewer tokens than an id.
 */
export const listSitesTable = defineOperation({
  name: 'sites.table',
  summary: 'Sites of the organization, as a table',
  effect: 'read',
  access: { by: 'scope', anyOf: ['sites:read', 'analytics:read'] },
  input: Input,
  output: Table,
  rules: [({ principal }, { installStatus: asked }) => assertStatusMayBeRead(principal, asked)],
  async handler({ app, db, principal }, input) {
    const mayRead = hasAnyScope(principal, ['sites:read'])
    assertStatusMayBeRead(principal, input.installStatus)
    const binding = cursorBinding(`list_sites ${db.orgId}`, input)
    const after =
      input.cursor === undefined ? '' : String(app.cursors.open(binding, input.cursor)[0])
    const rows = await db.sites.withPages(after)
    const wanted = rows
      .map((row) => ({ ...row, status: installStatus(row, app.now()) }))
      .filter((row) => input.installStatus === undefined || row.status === input.installStatus)
      .filter(({ name, domain }) => matches(`${name} ${domain}`, input.query))
    const shown = wanted.slice(0, input.limit + 1)
    const scans = await lastScans(
      db,
      shown.map(({ id }) => id),
    )
    const paged = shown.map(({ id, domain, name, status, pages, timezone }) => ({
      cells: [
        domain,
        name,
        timezone,
        ...(mayRead ? [status, pages, scans.get(id)?.state ?? null] : []),
      ],
      key: [id],
    }))
    return {
      columns: [
        'domain',
        'name',
        'timezone',
        ...(mayRead ? ['install_status', 'pages', 'last_scan'] : []),
      ],
      ...pageOfRows(paged, input, binding, app.cursors),
      untrusted: ['name'],
      notes: mayRead ? [] : ['install_status, pages and last_scan need sites:read'],
    }
  },
})

function assertStatusMayBeRead(principal: OrgPrincipal, asked: string | undefined): void {
  if (asked === undefined || hasAnyScope(principal, ['sites:read'])) return
  throw invalidField('installStatus', 'withheld', 'installStatus needs sites:read')
}

const matches = (text: string, query: string | undefined): boolean =>
  query === undefined || text.toLowerCase().includes(query.toLowerCase())
