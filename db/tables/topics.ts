import type { Generated } from 'kysely'

/** A topic that questions of one site are about. */
interface TopicTable {
  num: Generated<number>
  id: string
  site_num: number
  /**
   * The name of the topic, taken from a question or a heading, or set by an editor: letters, digits, spaces, hyphens
   * and apostrophes.
   */
  label: string
  is_renamed: number
  /** The number of the topic that this one has become part of; 0 while it stands for itself. */
  part_of: Generated<number>
  /**
   * The number of the wording that is the label, the most asked one; 0 where the label is not a question, -1 until one
   * is found.
   */
  label_wording: Generated<number>
  /** The number of pairs of stems in the question that the topic began with. */
  bigrams: number
  /**
   * The time when the topic began; the time of the first question about it is known once all questions of the site have
   * wordings.
   */
  first_seen_at: number
}

/** The questions on one site that have the same words. All of them are in one topic, no matter when they were asked. */
interface WordingTable {
  num: Generated<number>
  site_num: number
  /** Six bytes of a hash of the words, since a site may keep no texts. */
  hash: Buffer
  topic_num: number
  /** The number of times that questions in these words were asked. */
  asked: number
  /** The time when a question in these words was first asked. */
  first_at: number
}

/**
 * The number of questions with a phrase, and the topic that the phrase names (0: none). The phrase is hashed, since a
 * site may keep no texts.
 */
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
