import type { Generated } from 'kysely'

/** A topic that questions of one site are about. */
interface TopicTable {
  num: Generated<number>
  id: string
  site_num: number
  /** Taken from a question or a heading, or set by an editor: letters, digits, spaces, hyphens, apostrophes. */
  label: string
  is_renamed: number
  /** Number of pairs of stems in the question that the topic began with. */
  bigrams: number
  first_seen_at: number
  last_seen_at: number
}

/** Number of questions with a phrase, hashed since a site may keep no texts, and the topic that it names (0: none). */
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
