import { fetchManifestOfPage, type FetchedManifest } from '../../features/ask-ai/fetch-manifest.ts'
import { verifyPublished } from '../../features/ask-ai/verify-published.ts'
import { verifyLink, type VerifiedLink } from '../../protocol/links/verify-link.ts'
import { CliError } from '../cli-error.ts'
import type { RunCommand } from '../command.ts'
import { showableLine, showableText } from '../showable-text.ts'
import { formatPlaced, placeFinding } from './place-in-text.ts'
import { readManifestAt, withPublishers } from './read-manifest-at.ts'

/**
 * A verified link, with the place where its manifest was looked for, and the reason why that manifest does not count,
 * where it does not.
 */
interface Verification {
  link: VerifiedLink
  /** Null where no manifest was looked for. */
  manifest: { place: string; why: string | null } | null
}

/**
 * Tells whether the site that a link speaks for publishes its prompt; fails where it does not, or where an error is
 * found.
 */
export const verifyAskLinkCommand: RunCommand = async ({ options, positionals: [href = ''] }) => {
  const { link, manifest } = await verify(href.trim(), options['manifest'])
  const { prompt } = link
  const findings = link.findings.map((one) => placeFinding(prompt ?? '', one))
  const isPublished = link.status === 'verified' || link.status === 'verified_with_input'
  const ok = isPublished && findings.every(({ level }) => level === 'warning')
  const lines = [
    `${ok ? '✓' : '✗'} ${link.status}: ${MEANINGS[link.status]}`,
    ...manifestLine(manifest),
    ...(link.ask === undefined ? [] : [`Prompt ${link.ask} of the site`]),
    ...Object.entries(link.inputs ?? {}).map(
      ([name, value]) => `Input ${name}: ${showableLine(value)}`,
    ),
    ...findings.map(formatPlaced),
    ...(prompt === null ? [] : ['', `To ${link.target ?? ''}:`, indented(showableText(prompt))]),
  ]
  return { data: { ok, ...link, findings, manifest }, text: lines.join('\n'), failed: !ok }
}

const MEANINGS = {
  verified: 'the site publishes this prompt',
  verified_with_input: 'the site publishes this prompt, and somebody chose the inputs',
  unpublished: 'the site does not publish this prompt',
  unrecognised: 'this is no link that takes a prompt to a known assistant',
} as const

async function verify(href: string, file: string | undefined): Promise<Verification> {
  const link = verifyLink({ href })
  if (link.status === 'unrecognised') return { link, manifest: null }
  if (file !== undefined) return verifyByFile(href, file, link)
  const [pageUrl] = link.sources
  if (pageUrl === undefined) return { link, manifest: null }
  return withPublishers(async (parts) =>
    verifyByFetched(href, link, await fetchManifestOfPage(pageUrl, parts)),
  )
}

async function verifyByFile(href: string, file: string, link: VerifiedLink): Promise<Verification> {
  const read = await readManifestAt(file)
  if (!read.ok) {
    const [problem] = read.problems
    const where = problem === undefined || problem.path === '' ? '' : ` (${problem.path})`
    throw new CliError(
      `${showableLine(file)} is no valid manifest: ${problem?.message ?? ''}${where}`,
    )
  }
  const found = verifyPublished(href, read)
  const { place, origin, isWhole } = read
  const unread = isWhole ? null : 'Its further pages were not read'
  const why = isOf(origin, link) ? unread : `It speaks for ${origin} alone`
  return { link: found, manifest: { place, why: found.status === 'unpublished' ? why : null } }
}

const isOf = (origin: string, { sources: [page] }: VerifiedLink): boolean =>
  page !== undefined && page.startsWith(`${origin}/`)

function verifyByFetched(href: string, link: VerifiedLink, fetched: FetchedManifest): Verification {
  const { url: place } = fetched
  if (!fetched.ok) return { link, manifest: { place, why: fetched.message } }
  const { manifest, signals } = fetched
  const found = verifyPublished(href, { origin: new URL(place).origin, manifest, signals })
  return { link: found, manifest: { place, why: null } }
}

const manifestLine = (manifest: Verification['manifest']): string[] =>
  manifest === null
    ? []
    : [
        `Manifest ${showableLine(manifest.place)}${manifest.why === null ? '' : `: ${manifest.why}`}`,
      ]

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
