import * as z from 'zod'
import { SiteReference } from '../door/inputs.ts'

/** The most values that the protocol allows in one answer. */
export const MAX_COMPLETIONS = 100

/** The input of a completion: the text that a caller typed so far, and the site that was chosen before it. */
export const CompletionInput = z.strictObject({ prefix: z.string().max(300), site: SiteReference })

/** Values that complete the typed text, and their total with those that are left out. */
export const Completion = z.object({
  values: z.array(z.string()).max(MAX_COMPLETIONS),
  total: z.int(),
})

/**
 * Returns the values that complete the typed text, in any case: first those that begin with it, then those that
 * contain it.
 */
export function completionOf(
  candidates: readonly { value: string; names: readonly string[] }[],
  prefix: string,
): z.input<typeof Completion> {
  const typed = prefix.trim().toLowerCase()
  const ranked = candidates.flatMap(({ value, names }) => {
    const places = names.map((name) => name.toLowerCase().indexOf(typed)).filter((at) => at >= 0)
    return places.length === 0 ? [] : [{ value, isStart: places.includes(0) }]
  })
  const values = [
    ...ranked.filter(({ isStart }) => isStart),
    ...ranked.filter(({ isStart }) => !isStart),
  ].map(({ value }) => value)
  return { values: values.slice(0, MAX_COMPLETIONS), total: values.length }
}
