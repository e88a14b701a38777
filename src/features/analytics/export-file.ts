import type { QuestionFilter } from '../../../db/search/question-conditions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { withMark } from '../../kernel/door/byte-order-mark.ts'
import { type RowStream, STREAM_TYPES, type StreamFormat } from '../../kernel/door/row-stream.ts'
import { siteRange } from '../../kernel/reads/range.ts'
import { formatRange } from '../../lib/time/time-range.ts'
import { type ExportInput, streamLimit } from './export-input.ts'
import { type ExportServices, queryStream } from './export-query.ts'
import { notesOnFile } from './export-notes.ts'
import { rowStream } from './export-rows.ts'

/** The export that a file holds, as REST asks for it; links may also narrow its questions by `only`. */
export type FileInput = ExportInput & { only?: QuestionFilter | undefined }

/** Makes a file of rows as a stream: rows are read while the file is sent. */
export async function exportFile(
  app: ExportServices,
  site: SiteDb,
  input: FileInput,
): Promise<RowStream> {
  const format = formatOf(input)
  const limit = streamLimit(input)
  const file =
    input.rows === 'query'
      ? await queryStream(app, site, input, { format, limit })
      : {
          ...(await rowStream(app, site, { ...input, rows: input.rows }, { format, limit })),
          notes: await notesOnFile(app, site, input),
        }
  const days = formatRange(await siteRange(site, input, app.now()))
  const name = `citable-${site.row.domain}-${days.from}-${days.to}`.replaceAll(/[^\w.-]+/g, '_')
  const named = { mimeType: STREAM_TYPES[format], fileName: `${name}.${format}` }
  return withMark(input, { ...named, ...file })
}

/** Returns the format as one of a file. @NOTE callers have checked that it is not json. */
export const formatOf = ({ format }: ExportInput): StreamFormat => format as StreamFormat
