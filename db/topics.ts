import { sql } from 'kysely'
import { numberList } from './forms.ts'
import { addWords, deleteWords } from './search/text-index.ts'
import { toIndexText } from '../src/domain/search/cjk-segmentation.ts'
import type { Db, Trx } from './tables/schema.ts'

/** Gives a topic another name, which later questions do not change. */
export async function renameTopic(
  db: Db | Trx,
  siteNum: number,
  num: number,
  label: string,
): Promise<void> {
  await db
    .updateTable('topic')
    .set({ label, is_renamed: 1 })
    .where('num', '=', num)
    .where('site_num', '=', siteNum)
    .execute()
  await deleteWords('topic', numberList([num])).execute(db)
  await addWords('topic', siteNum, [[num, toIndexText(label)]]).execute(db)
}

/**
 * Moves the questions of some topics, and the phrases that find them, to another topic, and deletes the emptied ones. It
 * takes a statement for each table, however many topics; `turn` lets other writers in between them.
 */
export async function mergeTopicRows(
  db: Db | Trx,
  siteNum: number,
  { into, from }: { into: number; from: readonly number[] },
  turn: () => Promise<unknown>,
): Promise<void> {
  const list = numberList(from)
  const merged = sql`site_num = ${siteNum} AND topic_num IN ${list}`
  await sql`UPDATE question SET topic_num = ${into} WHERE ${merged}`.execute(db)
  await turn()
  await sql`UPDATE topic_phrase SET topic_num = ${into} WHERE ${merged}`.execute(db)
  await turn()
  await sql`INSERT INTO topic_bigram (site_num, bigram, topic_num)
    SELECT DISTINCT site_num, bigram, CAST(${into} AS BIGINT) FROM topic_bigram WHERE ${merged}
    ON CONFLICT DO NOTHING`.execute(db)
  await turn()
  await sql`DELETE FROM topic_bigram WHERE ${merged}`.execute(db)
  await mergeTopicColumns(db, into, from)
  await deleteWords('topic', list).execute(db)
  await db.deleteFrom('topic').where('num', 'in', from).where('site_num', '=', siteNum).execute()
}

/** Gives the merged topic the first and last time of all its parts, and their sum of pairs. */
async function mergeTopicColumns(
  db: Db | Trx,
  into: number,
  from: readonly number[],
): Promise<void> {
  const rows = await db
    .selectFrom('topic')
    .select(['first_seen_at', 'last_seen_at', 'bigrams'])
    .where('num', 'in', [into, ...from])
    .execute()
  await db
    .updateTable('topic')
    .set({
      first_seen_at: Math.min(...rows.map((row) => row.first_seen_at)),
      last_seen_at: Math.max(...rows.map((row) => row.last_seen_at)),
      bigrams: rows.reduce((sum, row) => sum + row.bigrams, 0),
    })
    .where('num', '=', into)
    .execute()
}
