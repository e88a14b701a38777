import { createHash } from 'node:crypto'
import type { SiteDb } from '../../../db/site-db.ts'
import type { AppContext } from '../../kernel/door/app-context.ts'
import { BoundedMap } from '../../lib/cache/bounded-map.ts'
import { LINT_REVISION } from '../../protocol/lint/rules.ts'
import { compileRules, type CompiledRules } from '../../domain/prompt-rules/apply-rules.ts'
import type { PromptRule } from '../../domain/prompt-rules/rule-input.ts'
import { toPromptRule } from '../../domain/prompt-rules/stored-rule.ts'
import { PROMPT_VERSION } from '../../domain/prompts/generate-prompt.ts'
import { commonLanguage } from '../../domain/prompts/language-tag.ts'
import { findSiteWideTitles } from '../../domain/page/site-wide-titles.ts'
import type { PromptSite } from '../../domain/prompts/prompt-page.ts'
import type { ConfiguredWriter } from '../../domain/prompts/prompt-writer.ts'
import { LintedTemplates } from './linted-templates.ts'
import { sourcesOf } from '../../kernel/names/site-host.ts'

/** The inputs that the prompts of all pages of a site have in common, as plain data that a thread can be given. */
export interface PromptContextSource {
  site: PromptSite
  /** The hosts whose addresses prompts may name. */
  sources: readonly string[]
  /** The rules of the site that are enabled. */
  rules: readonly PromptRule[]
  /** The SHA-256 (hex) of the fields above, of the generator and of the model: a prompt that has another one is due. */
  inputsHash: string
}

/** The inputs of a site's prompts with compiled rules, and the findings of templates that were linted already. */
export interface PromptContext extends Omit<PromptContextSource, 'rules'> {
  rules: CompiledRules
  linted: LintedTemplates
}

export async function readPromptContext(
  app: AppContext,
  site: SiteDb,
): Promise<PromptContextSource> {
  const named = await readPromptSite(site)
  const { name, domain, language, startPath, siteWideTitles } = named
  const rules = (await site.rules.all()).map(toPromptRule).filter(({ enabled }) => enabled)
  const sources = sourcesOf(site.row)
  const writer = await writerOf(app, site)
  const shared = [...siteWideTitles].toSorted()
  const about = [name, domain, language, startPath, shared, sources]
  const parts = [PROMPT_VERSION, LINT_REVISION, ...about, rules]
  const model = writer ? [[writer.writer.model, writer.writer.promptVersion]] : []
  const inputsHash = sha256(JSON.stringify([...parts, ...model]))
  return { site: named, sources, rules, inputsHash }
}

/**
 * Returns the language model that writes for a site; undefined where the server has none, or the site has turned it
 * off.
 */
export const writerOf = async (
  app: Pick<AppContext, 'promptWriter'>,
  { row }: SiteDb,
): Promise<ConfiguredWriter | undefined> =>
  row.language_model === 1 ? app.promptWriter?.() : undefined

/** The most pages from which the common parts of a site's pages are read. */
const MAX_PAGES = 1_000

/**
 * Reads a site in the form that prompts need, with the titles and headings that many of its pages share. Where its
 * owner set no language, the language of most of its pages is used for pages that do not state one.
 */
export async function readPromptSite(site: SiteDb): Promise<PromptSite> {
  const { name, domain, language } = site.row
  const heads = await site.names.headsOfPages(MAX_PAGES)
  return {
    name,
    domain,
    language: language ?? commonLanguage(heads.map((head) => head.language)),
    startPath: new URL(site.row.url).pathname,
    siteWideTitles: findSiteWideTitles(
      heads.map((head) => ({ ...head, headings: headingsOf(head) })),
    ),
  }
}

const headingsOf = ({ headings }: { headings: string | null }) =>
  // @NOTE the column is written by us alone, from the headings of a page record.
  headings === null ? [] : (JSON.parse(headings) as { level: number; text: string }[])

/**
 * Returns the hash of the inputs of one page's prompt: those of its site, and the questions that readers asked on the
 * page.
 */
export const pageBasis = (inputsHash: string, askedHere: readonly string[] = []): string =>
  askedHere.length === 0 ? inputsHash : sha256(JSON.stringify([inputsHash, askedHere]))

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The contexts of the runs that are under way, by their `inputsHash`; more than four at a time are rare. */
const opened = new BoundedMap<string, PromptContext>(8)

/** Returns the context of a run with its rules compiled, which is done once for all of its steps. */
export function openPromptContext(source: PromptContextSource): PromptContext {
  return opened.getOrMake(source.inputsHash, () => ({
    ...source,
    rules: compileRules(source.rules),
    linted: new LintedTemplates(),
  }))
}

/** Returns the facts of a site that the policy needs: its hosts and its name. */
export const lintContextOf = ({ sources, site }: Pick<PromptContext, 'sources' | 'site'>) => ({
  sources,
  names: [site.name],
})
