import { encodePrompt } from '../../protocol/targets/link-template.ts'
import { findTarget, TARGET_REGISTRY } from '../../protocol/targets/registry.ts'

/** Says why a prompt is copied and not linked. */
export function whyCopied(id: string, prompt: string): string {
  const target = findTarget(id)
  if (target === undefined) return 'the registry does not know the target'
  const links = target.methods.flatMap((method) => (method.type === 'link' ? [method] : []))
  const working = links.filter(({ status }) => status !== 'broken')
  if (links.length === 0) return `${target.name} takes no prompt from a link`
  if (working.length === 0) return `the link of ${target.name} is known to be broken`
  const limits = working.map(({ maxUrlLength }) => maxUrlLength ?? TARGET_REGISTRY.maxUrlLength)
  const octets = encodePrompt(prompt).length
  return `the prompt alone takes ${octets} octets of a link, which at ${target.name} has ${Math.max(...limits)} at most`
}
