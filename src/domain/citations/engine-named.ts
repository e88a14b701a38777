import { enginesNamed } from '../events/engine-names.ts'
import { CITATION_ENGINES, ENGINE_ADAPTERS, type CitationEngine } from './engines.ts'

const MAX_CHARS = 64

const fold = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')

const BY_NAME: ReadonlyMap<string, CitationEngine> = new Map([
  ...CITATION_ENGINES.flatMap((engine) => [
    [fold(engine), engine] as const,
    [fold(ENGINE_ADAPTERS[engine].label), engine] as const,
  ]),
  ['googleaioverviews', 'google-ai-overview'],
  ['aioverview', 'google-ai-overview'],
  ['aioverviews', 'google-ai-overview'],
])

/** Finds the one engine that can be asked and that a name means, such as `ChatGPT`; undefined for none, or several. */
export function citationEngineNamed(text: string): CitationEngine | undefined {
  if (text.length > MAX_CHARS) return undefined
  const own = BY_NAME.get(fold(text))
  if (own !== undefined) return own
  const meant = enginesNamed(text)
  const [engine, ...others] = CITATION_ENGINES.filter((one) => meant.includes(one))
  return others.length === 0 ? engine : undefined
}
