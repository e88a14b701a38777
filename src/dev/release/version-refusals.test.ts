import { describe, expect, it } from 'vitest'
import { ReleaseFolder } from '../../testing/release-folder.ts'
import { readPackageManifest } from './project-files.ts'
import { versionRefusals } from './version-refusals.ts'

const VERSION = readPackageManifest(process.cwd()).version
const NEWEST = `## ${VERSION} - 2026-01-31`
const NO_DATE = `CHANGELOG.md: ${VERSION} has no date, as in "## ${VERSION} - 2026-01-31"`

/** Returns the refusals of a release in which one text replaces another. */
function refusalsWith(path: string, before: string, after: string): string[] {
  using release = new ReleaseFolder()
  release.replace(path, before, after)
  return versionRefusals(release.path)
}

describe('a release with one version everywhere', () => {
  it('is let through, under its tag', () => {
    using release = new ReleaseFolder()
    expect(versionRefusals(release.path)).toEqual([])
    expect(versionRefusals(release.path, `v${VERSION}`)).toEqual([])
  })

  it('is refused under another tag', () => {
    using release = new ReleaseFolder()
    expect(versionRefusals(release.path, 'v9.9.9')).toEqual([
      `package.json is ${VERSION}, and the tag 9.9.9: it must be v${VERSION}`,
    ])
  })
})

it('versionRefusals names each place that has another version than package.json', () => {
  expect(refusalsWith('package.json', `"version": "${VERSION}"`, '"version": "9.9.9"')).toEqual([
    `package.json is 9.9.9, and package-lock.json ${VERSION}: run npm install --package-lock-only`,
    `package.json is 9.9.9, and packages[""] of package-lock.json ${VERSION}: run npm install --package-lock-only`,
    `package.json is 9.9.9, and docs/openapi.json ${VERSION}: change VERSION in the sources, and run npm run docs`,
    `package.json is 9.9.9, and server.json ${VERSION}: change VERSION in the sources, and run npm run docs`,
    `CHANGELOG.md: its newest version is ${VERSION}, and package.json is 9.9.9`,
  ])
})

describe('a faulty changelog', () => {
  it.each([
    ['without a date', NEWEST, `## ${VERSION}`, NO_DATE],
    ['with a day that no calendar has', NEWEST, `## ${VERSION} - 2026-02-30`, NO_DATE],
    ['with a version of no lines', '- What is new.\n', '', `CHANGELOG.md: ${VERSION} has no lines`],
    [
      'with lines that no version has',
      NEWEST,
      `- Newer.\n\n${NEWEST}`,
      'CHANGELOG.md: 1 lines are still unreleased: move them below a version',
    ],
    [
      'without a place for what comes',
      '## Unreleased\n\n',
      '',
      'CHANGELOG.md: has no heading "## Unreleased" on top',
    ],
    [
      'with versions out of order',
      '- What is new.',
      '- What is new.\n\n## 0.0.9 - 2026-01-01\n\n- A.\n\n## 0.0.10 - 2026-01-02\n\n- B.',
      'CHANGELOG.md: versions are out of order',
    ],
  ])('is refused: %s', (_fault, before, after, refusal) => {
    expect(refusalsWith('CHANGELOG.md', before, after)).toEqual([refusal])
  })
})
