import type { CitedAsk } from '../ask/cited-ask.ts'
import type { DocumentRead, ProtocolProblem } from '../problem.ts'
import { readManifest, type AskManifest, type ManifestOptions } from './read-manifest.ts'

/** The most further pages of a manifest that `next` leads to (specification 6.2). */
const MAX_PAGES = 20

/**
 * Reads a manifest with its further pages. It yields the address of each; the caller fetches it, and gives its text to
 * the iterator, or undefined where it cannot be had. A page that cannot be read or is met again, and the 21st, end the
 * reading with a note. Of prompts with one id, the first counts.
 */
export function* manifestPages(
  text: string,
  options: ManifestOptions & { readonly url: string },
): Generator<string, DocumentRead<AskManifest>, string | undefined> {
  const first = readManifest(text, options)
  if (!first.ok) return first
  const asks = new Map(first.value.prompts.map((ask): [string, CitedAsk] => [ask.id, ask]))
  const ignored: ProtocolProblem[] = [...first.value.ignored]
  const seen = new Set([options.url])
  let { next } = first.value
  while (next !== undefined) {
    const problem = pageProblem(next, seen)
    if (problem !== undefined) {
      ignored.push({ path: 'next', code: problem, message: `${next} is not read` })
      break
    }
    seen.add(next)
    const given = yield next
    const page = readManifest(given, { url: next, now: options.now })
    if (!page.ok) {
      ignored.push(...page.problems.map((one) => ({ ...one, path: `${next}#${one.path}` })))
      break
    }
    for (const ask of page.value.prompts) {
      if (!asks.has(ask.id)) asks.set(ask.id, ask)
      else ignored.push({ path: `${next}#${ask.id}`, code: 'duplicate_id', message: 'Known id' })
    }
    ignored.push(...page.value.ignored)
    next = page.value.next
  }
  return { ok: true, value: { ...first.value, prompts: [...asks.values()], ignored } }
}

function pageProblem(next: string, seen: ReadonlySet<string>): string | undefined {
  if (seen.has(next)) return 'repeated_page'
  return seen.size > MAX_PAGES ? 'too_many_pages' : undefined
}
