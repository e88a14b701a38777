import type { AlternateAnswer } from '../../domain/ai-score/observation.ts'
import { isSameHost, isSamePage } from '../../domain/ai-score/same-page.ts'
import type { ParsedPage } from '../../domain/html/read-page.ts'
import type { AnswerReader } from './answer-reader.ts'
import { undefinedWhenUnreachable, toProbeAnswer, type Prober } from './prober.ts'

const PROBES = ['hreflang_1', 'hreflang_2'] as const

/** Fetches the first two versions in other languages on the same host, and reads whether they link back. */
export async function observeAlternates(
  prober: Prober,
  reader: AnswerReader,
  url: string,
  page: ParsedPage | null,
): Promise<AlternateAnswer[]> {
  const others = (page?.hreflang ?? []).filter(
    (one, i, all) =>
      isSameHost(one.url, url) &&
      !isSamePage(one.url, url) &&
      // A version is listed twice where it also stands for `x-default`.
      all.findIndex((other) => other.url === one.url) === i,
  )
  const chosen = PROBES.flatMap((probe, i) => {
    const other = others[i]
    return other === undefined ? [] : [{ probe, ...other }]
  })
  return Promise.all(chosen.map((one) => askOne(prober, reader, one, url)))
}

async function askOne(
  prober: Prober,
  reader: AnswerReader,
  { probe, lang, url }: { probe: string; lang: string; url: string },
  target: string,
): Promise<AlternateAnswer> {
  const answer = await prober.ask(probe, url)
  const facts = answer && (await undefinedWhenUnreachable(reader.page(answer)))
  const links = facts?.hreflang
  const isBack = links?.some((link) => isSamePage(link.url, target))
  // A link may follow beyond the bytes that were read, so its absence is not known.
  const linksBack = isBack === true ? true : isBack === false && !answer?.truncated ? false : null
  return { ...toProbeAnswer(url, answer), lang, linksBack }
}
