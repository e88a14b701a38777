import * as z from 'zod'
import { Bom, isMarked } from '../../kernel/door/byte-order-mark.ts'
import { ServiceError } from '../../kernel/door/errors.ts'
import { defineOperation } from '../../kernel/door/operation.ts'
import { exportFile } from './export-file.ts'
import { inputOf, LINK_ROUTE, servicesAt } from './linked-export.ts'
import { findSiteById } from '../../kernel/names/find-site.ts'

/** GET /exports?link=…: the file that a link stands for, without any other credential. */
export const openExport = defineOperation({
  name: 'exports.open',
  summary: 'The file of a link that the tool export_data made, without a key',
  access: { by: 'link', anyOf: ['analytics:read'] },
  http: { ...LINK_ROUTE, method: 'get', isFile: true },
  input: z.strictObject({
    link: z
      .string()
      .regex(/^[\w-]+$/)
      .describe('The signed query, as the link has it'),
    bom: Bom,
  }),
  output: z.object({}),
  async handler() {
    throw new ServiceError('NOT_ACCEPTABLE', 'A link opens a file, which has no JSON envelope')
  },
  async stream({ app, db, principal: { grant } }, { bom }) {
    const site = await findSiteById(db, grant.siteId)
    const granted = inputOf(grant)
    return exportFile(servicesAt(app, grant), site, {
      ...granted,
      bom: isMarked({ bom }) ? bom : granted.bom,
    })
  },
})
