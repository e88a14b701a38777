import type { Generated } from 'kysely'

/** A topic that questions of one site are about. */
interface TopicTable {
  num: Generated<number>
  id: string
  site_num: number
  /** Taken from a question or a heading, or set by an editor: letters, digits, spaces, hyphens, apostrophes. */
  label: string
  is_renamed: number
  /** Number of the topic that it has become part of; 0 while it stands for itself. */
  part_of: Generated<number>
  /**
   * Number of the wording that is its label, the most asked one; 0 where its label is not a question, -1 until one is
   * found.
   */
  label_wording: Generated<number>
  /** Number of pairs of stems in the question that the topic began with. */
  bigrams: number
  /** When it began; the first question about it is known once all questions of the site have their wordings. */
  first_seen_at: number
}

/**
 * The questions on one site that have the same words. All of them belong to one topic, no matter when they were asked.
 */
interface WordingTable {
  num: Generated<number>
  site_num: number
  /** Six bytes of a hash, since a site may keep no texts. */
  hash: Buffer
  topic_num: number
  /** Number of times that it was asked. */
  asked: number
  /** When it was asked for the first time. */
  first_at: number
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
  wording: WordingTable
  topic_phrase: TopicPhraseTable
  topic_bigram: TopicBigramTable
}
