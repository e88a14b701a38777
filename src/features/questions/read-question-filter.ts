import * as z from 'zod'
import type { FactFilter } from '../../../db/facts/fact-query.ts'
import { searchWords } from '../../../db/search/full-text.ts'
import type { QuestionFilter } from '../../../db/search/question-conditions.ts'
import type { SiteDb } from '../../../db/site-db.ts'
import { enginesMeant } from '../../domain/events/engine-names.ts'
import { PagePath, SearchText } from '../../kernel/door/inputs.ts'
import { notesOnPath, readPath, told } from '../../kernel/names/read-path.ts'
import type { Filters } from '../../kernel/reads/fields.ts'

/** The arguments of a tool that narrow the questions of a site. */
export const questionArguments = {
  path: PagePath.optional(),
  engine: z.string().max(64).optional().describe('Assistant asked, such as ChatGPT'),
  query: SearchText.optional().describe('Words that the question has'),
}

type Asked = Filters<typeof questionArguments>

/** Returns the part of a filter that narrows questions by engine and words, which is the same for every site. */
export const wordsOf = ({ engine, query }: Asked): Pick<QuestionFilter, 'engines' | 'words'> => ({
  engines: engine === undefined ? [] : enginesMeant(engine),
  words: query === undefined ? [] : searchWords(query),
})

/**
 * Reads arguments into a filter of questions, and returns notes on how they were read, and the values that can be
 * looked up where no question is found.
 */
export async function readQuestionFilter(
  site: SiteDb,
  asked: Asked,
  isOneOfSeveral?: boolean,
): Promise<{ filter: QuestionFilter; notes: string[]; named: FactFilter[] }> {
  const { path, engine } = asked
  const page =
    path === undefined ? undefined : await readPath(site, path, 'path', { isOneOfSeveral })
  const words = wordsOf(asked)
  const { engines } = words
  const change = engine === undefined ? undefined : told(engine, engines.join(', '))
  return {
    filter: { ...words, path: page?.path },
    notes: [...notesOnPath(page), ...(change === undefined ? [] : [`engine: ${change}`])],
    named: [
      ...(page && !page.isGlob
        ? [{ dimension: 'path', op: 'is', values: [page.path] } as const]
        : []),
      ...(engines.length > 0 ? [{ dimension: 'engine', op: 'is', values: engines } as const] : []),
    ],
  }
}
