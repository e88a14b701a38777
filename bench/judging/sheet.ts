import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/v4'

export const ORIGINS = ['owner', 'reader', 'page', 'model', 'unstated'] as const

const MAX_SHEET_BYTES = 20_000_000
export const MAX_SHEET_SITES = 50
export const MAX_DRAWN = 200
/** Characters of a page's text, its beginning and its end. */
export const MAX_EXCERPT = 1_500

const OkOrWrong = z.enum(['ok', 'wrong']).nullable()

const JudgedQuestion = z.strictObject({
  text: z.string(),
  origin: z.enum(ORIGINS),
  /** `good`: a reader would ask it, and the page answers it. `filler`: it says nothing of the page. */
  verdict: z.enum(['good', 'acceptable', 'filler', 'wrong']).nullable(),
})
export type JudgedQuestion = z.infer<typeof JudgedQuestion>

const JudgedPage = z.strictObject({
  path: z.string(),
  language: z.string().nullable(),
  type: z.string().nullable(),
  title: z.string().nullable(),
  /** Undefined for a page that was drawn for its questions. */
  verdicts: z
    .strictObject({
      language: OkOrWrong,
      /** `other`: another type would say more, and this one is not wrong. */
      type: z.enum(['ok', 'other', 'wrong']).nullable(),
      title: OkOrWrong,
      text: OkOrWrong,
    })
    .optional(),
  questions: z.array(JudgedQuestion).max(20),
  /** The remark that a reader wants to add. */
  note: z.string(),
  words: z.int().nullable(),
  text: z.string().max(MAX_EXCERPT + 10),
})
export type SheetPage = z.infer<typeof JudgedPage>

const SheetSite = z.strictObject({
  site: z.string(),
  source: z.string(),
  name: z.string(),
  verdicts: z.strictObject({ name: OkOrWrong }),
  pages: z.array(JudgedPage).max(2 * MAX_DRAWN),
})
export type SheetSite = z.infer<typeof SheetSite>

/** Pages that were drawn, to be judged by a person: every `null` below a `verdict` is to be filled in. */
export const Sheet = z.strictObject({
  about: z.literal('Pages to be judged; bench/judgements/README.md says how'),
  seed: z.string(),
  sites: z.array(SheetSite).min(1).max(MAX_SHEET_SITES),
})
export type Sheet = z.infer<typeof Sheet>

export function writeSheet(file: string, sheet: Sheet): void {
  writeFileSync(file, `${JSON.stringify(sheet, null, 2)}\n`)
}

/** Reads a sheet in which every verdict is given. Throws an error that names the missing ones. */
export function readJudgedSheet(file: string): Sheet {
  const text = readFileSync(file, 'utf8')
  if (text.length > MAX_SHEET_BYTES) throw new Error(`${file} is too long for a sheet`)
  return judgedSheet(text, file)
}

const MAX_NAMED = 10

/** Reads the text of a sheet; `name` is what errors call it. */
export function judgedSheet(text: string, name: string): Sheet {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    throw new Error(`${name} is no JSON`, { cause })
  }
  const { data, error } = Sheet.safeParse(json)
  if (error) {
    const found = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    throw new Error(listed(`${name} is no sheet`, found))
  }
  const unfilled = data.sites.flatMap(unfilledIn)
  if (unfilled.length > 0) throw new Error(listed(`${name} has verdicts to be filled in`, unfilled))
  return data
}

function unfilledIn({ site, verdicts, pages }: SheetSite): string[] {
  return [
    ...(verdicts.name === null ? [`${site}: name`] : []),
    ...pages.flatMap((page) => [
      ...Object.entries(page.verdicts ?? {})
        .filter(([, verdict]) => verdict === null)
        .map(([what]) => `${site}${page.path}: ${what}`),
      ...page.questions
        .filter(({ verdict }) => verdict === null)
        .map((question) => `${site}${page.path}: ${question.text}`),
    ]),
  ]
}

function listed(head: string, lines: readonly string[]): string {
  const more = lines.length > MAX_NAMED ? [`and ${lines.length - MAX_NAMED} more`] : []
  return [`${head}:`, ...lines.slice(0, MAX_NAMED), ...more].join('\n  ')
}
