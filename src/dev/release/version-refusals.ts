import { readJson, readPackageManifest, readText } from './project-files.ts'

interface Lockfile {
  version: string
  packages: Record<string, { version?: string }>
}

const LOCK = 'run npm install --package-lock-only'
const SOURCES = 'change VERSION in the sources, and run npm run docs'

/** Lists where a version is written down twice and differs, or where the changelog does not say what is in it. */
export function versionRefusals(root: string, tag?: string): string[] {
  const { version } = readPackageManifest(root)
  // @NOTE npm keeps the form of the first file, and ours of the others is generated.
  const lock = readJson(root, 'package-lock.json') as Lockfile
  const { info } = readJson(root, 'docs/openapi.json') as { info: { version: string } }
  const registry = readJson(root, 'server.json') as { version: string }
  const said: [where: string, version: string | undefined, mend: string][] = [
    ['package-lock.json', lock.version, LOCK],
    ['packages[""] of package-lock.json', lock.packages['']?.version, LOCK],
    ['docs/openapi.json', info.version, SOURCES],
    ['server.json', registry.version, SOURCES],
  ]
  if (tag !== undefined) said.push(['the tag', tag.replace(/^v/, ''), `it must be v${version}`])
  return [
    ...said.flatMap(([where, other, mend]) =>
      other === version ? [] : [`package.json is ${version}, and ${where} ${other}: ${mend}`],
    ),
    ...changelogRefusals(readText(root, 'CHANGELOG.md'), version),
  ]
}

function changelogRefusals(text: string, version: string): string[] {
  const { unreleased, versions } = readChangelog(text)
  const refusals: string[] = []
  if (unreleased === undefined) refusals.push('has no heading "## Unreleased" on top')
  if (unreleased) {
    refusals.push(`${unreleased} lines are still unreleased: move them below a version`)
  }
  const [newest] = versions
  if (newest?.version !== version) {
    refusals.push(`its newest version is ${newest?.version}, and package.json is ${version}`)
  }
  refusals.push(...versions.flatMap(headingRefusals))
  const sorted = versions.toSorted((a, b) => compareVersions(b.version, a.version))
  if (versions.some((entry, i) => entry !== sorted[i])) refusals.push('versions are out of order')
  return refusals.map((refusal) => `CHANGELOG.md: ${refusal}`)
}

function headingRefusals({ version, date, lines }: ChangelogVersion): string[] {
  const refusals: string[] = []
  if (!/^\d+\.\d+\.\d+$/.test(version)) refusals.push(`"${version}" is no version`)
  if (!isDate(date)) refusals.push(`${version} has no date, as in "## ${version} - 2026-01-31"`)
  if (lines === 0) refusals.push(`${version} has no lines`)
  return refusals
}

/**
 * Says whether a date exists: where a month has no such day, the date rolls over and is another one when written again.
 */
const isDate = (date = ''): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(date) &&
  !Number.isNaN(Date.parse(date)) &&
  new Date(date).toISOString().startsWith(date)

const compareVersions = (a: string, b: string): number => {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  return [0, 1, 2].map((i) => (left?.[i] ?? 0) - (right?.[i] ?? 0)).find((d) => d !== 0) ?? 0
}

interface ChangelogVersion {
  version: string
  /** The date as it is written; undefined where the heading has none. */
  date: string | undefined
  lines: number
}

interface Changelog {
  /** The number of lines that no version has yet; undefined where there is no such heading on top. */
  unreleased: number | undefined
  /** The versions in the order of the file, the newest first. */
  versions: readonly ChangelogVersion[]
}

/** Reads a changelog of the form `## Unreleased`, `## 1.2.3 - 2026-01-31`, with a list below each heading. */
function readChangelog(text: string): Changelog {
  const parts = text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...rest] = part.split('\n')
      return { heading: heading.trim(), lines: rest.filter((line) => line.startsWith('- ')).length }
    })
  const [top] = parts
  const hasTop = top?.heading === 'Unreleased'
  return {
    unreleased: hasTop ? top.lines : undefined,
    versions: parts.slice(hasTop ? 1 : 0).map(({ heading, lines }) => {
      const [version = '', date] = heading.split(' - ')
      return { version, date, lines }
    }),
  }
}
