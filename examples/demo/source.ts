import type { DemoEngine } from './demo-event.ts'
import { type Choice, type Random, weightedPicker } from './random.ts'

/** The source of a visit. */
export type VisitSource =
  | { by: 'assistant'; engine: DemoEngine; referrer: string }
  | { by: 'link'; referrer: string }
  | { by: 'direct' }

const assistants = {
  chatgpt: { by: 'assistant', engine: 'chatgpt', referrer: 'https://chatgpt.com/' },
  perplexity: { by: 'assistant', engine: 'perplexity', referrer: 'https://www.perplexity.ai/' },
  gemini: { by: 'assistant', engine: 'gemini', referrer: 'https://gemini.google.com/' },
  claude: { by: 'assistant', engine: 'claude', referrer: 'https://claude.ai/' },
  copilot: { by: 'assistant', engine: 'copilot', referrer: 'https://copilot.microsoft.com/' },
} as const satisfies Record<DemoEngine, VisitSource>

const google: Choice<VisitSource> = [{ by: 'link', referrer: 'https://www.google.com/' }, 450]
const direct: Choice<VisitSource> = [{ by: 'direct' }, 240]

/** Draws where a reader comes from on an ordinary day; 12 % come from an assistant. */
export const pickSource: (random: Random) => VisitSource = weightedPicker([
  google,
  direct,
  [assistants.chatgpt, 62],
  [assistants.perplexity, 26],
  [assistants.gemini, 13],
  [assistants.claude, 11],
  [assistants.copilot, 8],
  [{ by: 'link', referrer: 'https://www.bing.com/' }, 50],
  [{ by: 'link', referrer: 'https://duckduckgo.com/' }, 30],
  [{ by: 'link', referrer: 'https://harbourpost.example/outdoors/paddling-season' }, 45],
  [{ by: 'link', referrer: 'https://www.saltwindnews.example/weekend' }, 25],
  [{ by: 'link', referrer: 'https://forum.longboats.example/t/4471' }, 40],
])

/** Draws where a reader of the quoted article comes from. */
export const pickSpikeSource: (random: Random) => VisitSource = weightedPicker<VisitSource>([
  [assistants.perplexity, 55],
  [assistants.chatgpt, 33],
  [{ by: 'link', referrer: 'https://www.google.com/' }, 12],
])

/** Draws how a reader comes back later the same day. */
export const pickReturnSource: (random: Random) => VisitSource = weightedPicker([google, direct])

/** Returns the source of a reader who comes back from an assistant that they opened before. */
export const assistantSource = (engine: DemoEngine): VisitSource => assistants[engine]
