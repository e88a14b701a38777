import type { Generated } from 'kysely'

/** What questions of one site are about. */
interface TopicTable {
  num: Generated<number>
  id: string
  site_num: number
  /** From a question or a heading, or as an editor renamed it: letters, digits, spaces, hyphens, apostrophes. */
  label: string
  is_renamed: number
  /** Pairs of stems in the question that it began with. */
  bigrams: number
  first_seen_at: number
  last_seen_at: number
}

/** How many questions had a phrase, by a hash of it: a site that keeps no texts keeps none here either; and the topic that it names; 0 for none. */
interface TopicPhraseTable {
  site_num: number
  phrase: number
  seen: number
  topic_num: number
}

interface TopicBigramTable {
  site_num: number
  bigram: number
  topic_num: number
}

export interface TopicTables {
  topic: TopicTable
  topic_phrase: TopicPhraseTable
  topic_bigram: TopicBigramTable
}
