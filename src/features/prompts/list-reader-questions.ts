import * as z from 'zod'
import type { SiteDb } from '../../../db/site-db.ts'
import { notFound } from '../../kernel/door/errors.ts'
import type { CursorKey } from '../../kernel/credentials/cursor.ts'
import { PathId } from '../../kernel/door/inputs.ts'
import { defineSiteList } from '../../kernel/reads/define-site-list.ts'
import { READER_STATES, readReaderQuestions, type ReaderQuestion } from './asked-here.ts'

const ReaderQuestionItem = z.object({
  pageId: z.string(),
  path: z.string(),
  title: z.string().nullable(),
  text: z.string().describe('As at least two readers typed it, redacted'),
  askers: z.int().describe('Readers who asked for the same in whatever words, at least'),
  state: z.enum(READER_STATES).describe('let: it is offered; taken: it never is'),
})

/**
 * GET /prompts/:siteId/questions: lists the questions that at least five readers asked on a page, so that the owner can
 * let them be offered to others.
 */
export const listReaderQuestions = defineSiteList({
  name: 'prompts.readerQuestions',
  summary: 'Questions of readers that wait for the owner, were let, or were taken away',
  anyOf: ['prompts:write'],
  path: '/prompts/:siteId/questions',
  fields: {
    state: z.enum(READER_STATES).optional().describe('Only these'),
    pageId: PathId.optional().describe('Only those of this page'),
  },
  async read({ site, now }, { state, pageId }, { after, limit }) {
    const pageNum = pageId === undefined ? undefined : await pageNumOf(site, pageId)
    const all = (await readReaderQuestions(site, now)).toSorted(inOrder)
    const from = all.findIndex((one) => after === undefined || inOrder(one, oneAt(after)) > 0)
    const found = (from < 0 ? [] : all.slice(from)).filter(
      (one) =>
        (state === undefined || one.state === state) &&
        (pageNum === undefined || one.pageNum === pageNum),
    )
    const wanted = found.slice(0, limit)
    const pages = await site.prompts.pages([...new Set(wanted.map((one) => one.pageNum))])
    const pageOf = new Map(pages.map((page) => [page.num, page]))
    return {
      rows: wanted.flatMap((one) => {
        const page = pageOf.get(one.pageNum)
        return page ? [{ ...one, page }] : []
      }),
    }
  },
  key: ({ askers, pageNum, text }) => [askers, pageNum, text],
  item: ReaderQuestionItem,
  toItem: ({ page, text, askers, state }) => ({
    pageId: page.id,
    path: page.path,
    title: page.title,
    text,
    askers,
    state,
  }),
  columns: {
    path: ({ page }) => page.path,
    question: ({ text }) => text,
    askers: ({ askers }) => askers,
    state: ({ state }) => state,
  },
  untrusted: ['path', 'question'],
})

type Place = Pick<ReaderQuestion, 'askers' | 'pageNum' | 'text'>

/** Compares questions for sorting: most askers first, then by page and words, so that each has one place. */
const inOrder = (one: Place, other: Place): number =>
  other.askers - one.askers ||
  one.pageNum - other.pageNum ||
  (one.text < other.text ? -1 : Number(one.text > other.text))

const oneAt = ([askers = 0, pageNum = 0, text = '']: CursorKey): Place => ({
  askers: Number(askers),
  pageNum: Number(pageNum),
  text: String(text),
})

async function pageNumOf(site: SiteDb, pageId: string): Promise<number> {
  const [page] = await site.prompts.pagesById([pageId])
  if (!page) throw notFound('page')
  return page.num
}
