import { hash } from 'node:crypto'
import { siteToken } from '../search/full-text.ts'
import { toIndex } from '../search/unspaced.ts'
import type { SqliteConnection } from '../sqlite/connect.ts'
import { PageHeadings } from './page-headings.ts'

/** What a question may be about, as the analysis of its text tells. */
export interface TopicWords {
  phrases: readonly TopicPhrase[]
  bigrams: readonly string[]
  /** What it shares with the heading that fits it best, if one does; the same list may be given many times. */
  headingIn: (headings: readonly string[]) => TopicPhrase | null
}

/** Where a question was asked. */
interface AskedOn {
  /** 0 where it is not known. */
  page: number
  /** What the page is called before its reader. */
  title: string | null
}

interface TopicPhrase {
  key: string
  label: string
  weight: number
}

interface KeyedPhrase {
  phrase: TopicPhrase
  key: number
}

/** Questions that share half of their pairs of words, or more, are about the same. */
const MIN_JACCARD = 0.5

/** 48 bits that stand for a phrase, so that no text is kept but the names of topics. */
const digest = (phrase: string): number => hash('sha256', phrase, 'buffer').readUIntBE(0, 6)

/** Where nothing says what a question is about. */
const UNTOLD: KeyedPhrase = {
  phrase: { key: '', label: 'other questions', weight: 0 },
  key: digest(''),
}

/**
 * Gives each question one topic: that of the heading of its page that fits it, else the one that began with nearly the
 * same question, else the phrase of it that other questions of the site had most. Headings are those that the last scan
 * of the page read, and then the title that the event brought. A question keeps its topic when its page is scanned
 * later. The same questions and scans in the same order give the same topics. Used only inside the writer's transaction,
 * and without memory but for headings, which are checked against their page, so a rollback forgets by itself.
 */
export class TopicStore {
  readonly #newId: (atMs: number) => string
  readonly #headings: PageHeadings
  readonly #statements

  constructor(connection: SqliteConnection, newId: (atMs: number) => string) {
    this.#newId = newId
    this.#headings = new PageHeadings(connection)
    this.#statements = prepareStatements(connection)
  }

  assign(siteNum: number, words: TopicWords, askedOn: AskedOn, atMs: number): number {
    const { bigrams } = words
    const heading = this.#heading(words, askedOn)
    const phrases = words.phrases.map((phrase) => ({ phrase, key: digest(phrase.key) }))
    const near = heading ? null : this.#nearest(siteNum, bigrams)
    const named = heading && { phrase: heading, key: digest(heading.key) }
    const topic =
      near ?? this.#ofPhrase(siteNum, named ?? this.#best(siteNum, phrases), bigrams, atMs)
    // A phrase weighs by how many different questions have it: the same one again says nothing new.
    if (near === null) for (const { key } of phrases) this.#statements.countPhrase.run(siteNum, key)
    this.#statements.touch.run({ at: atMs, num: topic })
    return topic
  }

  /** Of what the last scan read, else of the title, which pages that write themselves have only before a reader. */
  #heading(words: TopicWords, { page, title }: AskedOn): TopicPhrase | null {
    const scanned = this.#headings.of(page)
    const heading = scanned && words.headingIn(scanned)
    if (heading || title === null || title === scanned?.[0]) return heading
    return words.headingIn([title])
  }

  /** The topic that a phrase names; it begins with the first question that needs it. */
  #ofPhrase(
    siteNum: number,
    { phrase, key }: KeyedPhrase,
    bigrams: readonly string[],
    atMs: number,
  ): number {
    const known = this.#statements.findPhrase.get(siteNum, key)?.topic_num ?? 0
    if (known > 0) return known
    const { lastInsertRowid } = this.#statements.insertTopic.run(
      this.#newId(atMs),
      siteNum,
      phrase.label,
      bigrams.length,
      atMs,
      atMs,
    )
    const topic = Number(lastInsertRowid)
    this.#statements.insertText.run(topic, siteToken(siteNum), toIndex(phrase.label))
    this.#statements.namePhrase.run(siteNum, key, topic)
    for (const bigram of bigrams) this.#statements.insertBigram.run(siteNum, digest(bigram), topic)
    return topic
  }

  #nearest(siteNum: number, bigrams: readonly string[]): number | null {
    if (bigrams.length === 0) return null
    const near = this.#statements.findNear.get({
      siteNum,
      bigrams: JSON.stringify(bigrams.map(digest)),
      count: bigrams.length,
    })
    return near && near.jaccard >= MIN_JACCARD ? near.num : null
  }

  /** What says most: several words and names, which other questions had too. */
  #best(siteNum: number, phrases: readonly KeyedPhrase[]): KeyedPhrase {
    let best = UNTOLD
    let bestScore = 0
    for (const one of phrases) {
      const known = this.#statements.findPhrase.get(siteNum, one.key)
      const seen = (known?.seen ?? 0) + (known && known.topic_num > 0 ? 1 : 0)
      const score = one.phrase.weight * Math.log2(1.3 + seen)
      if (score > bestScore) {
        best = one
        bestScore = score
      }
    }
    return best
  }
}

function prepareStatements(connection: SqliteConnection) {
  return {
    findPhrase: connection.prepare<[number, number], { seen: number; topic_num: number }>(
      'SELECT seen, topic_num FROM topic_phrase WHERE site_num = ? AND phrase = ?',
    ),
    countPhrase: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (?, ?, 1, 0) ON CONFLICT (site_num, phrase) DO UPDATE SET seen = seen + 1',
    ),
    namePhrase: connection.prepare(
      'INSERT INTO topic_phrase (site_num, phrase, seen, topic_num) VALUES (?, ?, 0, ?) ON CONFLICT (site_num, phrase) DO UPDATE SET topic_num = excluded.topic_num',
    ),
    insertTopic: connection.prepare(
      'INSERT INTO topic (id, site_num, label, is_renamed, bigrams, first_seen_at, last_seen_at) VALUES (?, ?, ?, 0, ?, ?, ?)',
    ),
    insertText: connection.prepare('INSERT INTO topic_text (rowid, site, label) VALUES (?, ?, ?)'),
    insertBigram: connection.prepare(
      'INSERT INTO topic_bigram (site_num, bigram, topic_num) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    findNear: connection.prepare<
      { siteNum: number; bigrams: string; count: number },
      { num: number; jaccard: number }
    >(
      `SELECT t.num, COUNT(*) * 1.0 / (@count + t.bigrams - COUNT(*)) AS jaccard
       FROM topic_bigram AS b JOIN topic AS t ON t.num = b.topic_num
       WHERE b.site_num = @siteNum AND b.bigram IN (SELECT value FROM json_each(@bigrams))
       GROUP BY t.num ORDER BY jaccard DESC, t.num LIMIT 1`,
    ),
    touch: connection.prepare(
      'UPDATE topic SET first_seen_at = CASE WHEN first_seen_at > @at THEN @at ELSE first_seen_at END, last_seen_at = CASE WHEN last_seen_at < @at THEN @at ELSE last_seen_at END WHERE num = @num AND (first_seen_at > @at OR last_seen_at < @at - 60000)',
    ),
  }
}
