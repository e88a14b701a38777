import { sql } from 'kysely'
import { toIndexText } from '../../src/domain/search/cjk-segmentation.ts'
import { OTHER_LABEL } from '../../src/domain/topics/topic-rules.ts'
import { numberList } from '../forms.ts'
import { addWords, deleteWords } from '../search/text-index.ts'
import type { Db, Trx } from '../tables/schema.ts'

interface TopicLabel {
  num: number
  label: string
  isRenamed: boolean
  /** The number of the wording that is the label, as in the column `label_wording`. */
  wording: number
}

/** The label that a topic gets in place of a question whose words were deleted. */
export const NO_LABEL = { label: OTHER_LABEL, isRenamed: false, wording: -1 } as const

/** Stores the label of a topic, and the words by which search finds the topic. */
export async function setTopicLabel(
  db: Db | Trx,
  siteNum: number,
  { num, label, isRenamed, wording }: TopicLabel,
): Promise<void> {
  await sql`UPDATE topic SET label = ${label}, is_renamed = ${isRenamed ? 1 : 0}, label_wording = ${wording}
    WHERE num = ${num} AND site_num = ${siteNum}`.execute(db)
  await deleteWords('topic', numberList([num])).execute(db)
  await addWords('topic', siteNum, [[num, toIndexText(label)]]).execute(db)
}
