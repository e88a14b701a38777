import {
  buildLink,
  findTarget,
  type AskPage,
  type BuiltLink,
  type CitedAsk,
  type LinkQuestion,
  type RefusedLink,
} from '../../protocol/index.ts'

/** The words around the links, in the language of the page. */
export interface LinkTexts {
  /** The name of the list of links. */
  readonly title: string
  /** The words after a link that sends, or may send, the prompt at once. */
  readonly sends: string
  /** The words after a link to an assistant that takes no prompt along. */
  readonly paste: string
  /** The words that open the whole prompt. */
  readonly preview: string
}

export interface AskLinksPage extends Pick<
  LinkQuestion,
  'policy' | 'signals' | 'registry' | 'textUrl'
> {
  readonly ask: CitedAsk
  readonly page: AskPage
  /** The ids of targets in their order; by default those of the prompt. */
  readonly targets?: readonly string[]
  /** The words around the links; English ones by default. */
  readonly texts?: LinkTexts
}

export interface AskLinks {
  /**
   * The HTML of an `<ask-ai>` element with plain links, which the widget replaces; empty where every target is refused.
   */
  readonly html: string
  /** The targets that have no link, and why. */
  readonly refused: readonly { readonly target: string; readonly reason: RefusedLink['reason'] }[]
}

const ENGLISH: LinkTexts = {
  title: 'Ask AI about this page',
  sends: 'may send at once',
  paste: 'paste the prompt',
  preview: 'Show the whole prompt',
}

const DEFAULT_TARGETS = ['chatgpt', 'claude', 'perplexity']

type Built = Exclude<BuiltLink, RefusedLink>

/**
 * Makes links to assistants that work without a script, together with the whole prompt. It does not throw for any page
 * or title.
 */
export function askLinks({ targets, texts = ENGLISH, ...question }: AskLinksPage): AskLinks {
  const refused: { target: string; reason: RefusedLink['reason'] }[] = []
  const built: { target: string; link: Built }[] = []
  for (const target of targets ?? question.ask.targets ?? DEFAULT_TARGETS) {
    const link = buildLink({ ...question, target })
    if (link.kind === 'refused') refused.push({ target, reason: link.reason })
    else built.push({ target, link })
  }
  if (built.length === 0) return { html: '', refused }
  const { registry, ask } = question
  const namesByPrompt = new Map<string, string[]>()
  const items = built.map(({ target, link }) => {
    const name = findTarget(target, registry)?.name ?? target
    namesByPrompt.set(link.prompt, [...(namesByPrompt.get(link.prompt) ?? []), name])
    const note = noteOf(link, texts)
    const small = note === '' ? '' : ` <small>${escaped(note)}</small>`
    return `<li><a href="${escaped(link.href)}" target="_blank" rel="noopener">${escaped(name)}${small}</a></li>`
  })
  const html = [
    '<ask-ai>',
    `<p>${escaped(ask.label ?? texts.title)}</p>`,
    `<ul>${items.join('')}</ul>`,
    ...previewsOf(namesByPrompt, texts),
    '</ask-ai>',
  ]
  return { html: html.join(''), refused }
}

/** Makes the views of the prompts: a policy may give targets prompts of their own, by the excerpts that it allows. */
function previewsOf(
  namesByPrompt: ReadonlyMap<string, readonly string[]>,
  { preview }: LinkTexts,
): string[] {
  return [...namesByPrompt].map(([prompt, names]) => {
    const whose = namesByPrompt.size === 1 ? '' : ` (${names.join(', ')})`
    // A line break after the tag is not part of the text, so the prompt may begin with one.
    const text = `<pre>\n${escaped(prompt)}</pre>`
    return `<details><summary>${escaped(preview + whose)}</summary>${text}</details>`
  })
}

function noteOf({ kind, submits }: Built, { paste, sends }: LinkTexts): string {
  if (kind === 'copy') return paste
  return submits === 'never' ? '' : sends
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
