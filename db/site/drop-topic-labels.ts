import { sql } from 'kysely'
import { numberList } from '../forms.ts'
import type { Db, Trx } from '../tables/schema.ts'
import { NO_LABEL, setTopicLabel } from './set-topic-label.ts'

/**
 * Takes the labels from those topics of a site whose label is a question in one of these wordings, if no question in
 * the same words is left.
 *
 * @NOTE `asked` does not show that: it counts questions that the plan no longer keeps, too.
 */
export async function dropTopicLabels(
  db: Db | Trx,
  siteNum: number,
  wordings: readonly number[],
): Promise<void> {
  if (wordings.length === 0) return
  const list = numberList(wordings)
  // No index finds questions by their wording, so one list of the questions that are left serves all topics.
  const { rows } = await sql<{ num: number }>`SELECT num FROM topic
    WHERE site_num = ${siteNum} AND label_wording > 0 AND label_wording IN ${list}
      AND label_wording NOT IN (SELECT wording_num FROM question WHERE site_num = ${siteNum} AND wording_num IN ${list})`.execute(
    db,
  )
  for (const { num } of rows) await setTopicLabel(db, siteNum, { ...NO_LABEL, num })
}
