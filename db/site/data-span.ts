import { sql, type CompiledQuery } from 'kysely'
import { bindNamed, NamedParameter } from '../facts/named-parameter.ts'
import type { Handles } from '../handles.ts'
import type { Db } from '../tables/schema.ts'

/** From when to when a site has events. All is undefined for a site without any. */
export interface DataSpan {
  /** Local day, as a number of days. */
  firstDay: number | undefined
  /** Epoch milliseconds, like the last. */
  firstEventAt: number | undefined
  lastEventAt: number | undefined
}

/** Most answers need the span, and building its statement would cost as much as running it: each compiler does so once. */
const templates = new WeakMap<Db, CompiledQuery>()

/** Reads the span of a site's events in one statement: three looks at the ends of two indexes. */
export async function readDataSpan(
  { read, readRows }: Pick<Handles, 'read' | 'readRows'>,
  siteNum: number,
): Promise<DataSpan> {
  let template = templates.get(read)
  if (template === undefined) templates.set(read, (template = spanTemplate(read)))
  const [row = []] = await readRows({
    sql: template.sql,
    parameters: bindNamed(template.parameters, { site: siteNum }),
  })
  const [firstDay, firstEventAt, lastEventAt] = row.map((cell) =>
    cell === null ? undefined : Number(cell),
  )
  return { firstDay, firstEventAt, lastEventAt }
}

function spanTemplate(compiler: Db): CompiledQuery {
  const site = new NamedParameter('site')
  return sql`SELECT
    (SELECT day FROM rollup_day WHERE site_num = ${site} ORDER BY day LIMIT 1),
    (SELECT at FROM event WHERE site_num = ${site} ORDER BY at LIMIT 1),
    (SELECT at FROM event WHERE site_num = ${site} ORDER BY at DESC LIMIT 1)`.compile(compiler)
}
