import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Files whose tests need an app each, by the reason. */
const OWN_APPS: Readonly<Record<string, readonly string[]>> = {
  'the tests start, stop and crash servers': [
    'src/server/damaged-data.test.ts',
    'src/server/damaged-log.kill.test.ts',
    'src/server/durability.kill.test.ts',
    'src/server/listener.test.ts',
    'src/server/start.test.ts',
    'src/server/stop.test.ts',
    'src/server/storage-trouble.test.ts',
    'src/server/upgrade-beside.test.ts',
    'src/cli/listen.test.ts',
    'src/features/events/collect-restart.test.ts',
    'src/features/events/privacy-restart.test.ts',
    'src/features/events/site-installed.test.ts',
    'src/features/identity/prove-address.test.ts',
    'src/features/members/invitation-mail.test.ts',
    'src/features/scans/scans.kill.test.ts',
    'src/features/webhooks/delivery/delivery-restarts.test.ts',
    'db/sqlite/private-file.test.ts',
  ],
  'the clock goes back in each test': [
    'src/server/clock-jumps.test.ts',
    'src/features/ai-score/ai-score-clock.test.ts',
    'src/features/scans/schedule-clock.test.ts',
    'src/queue/job-runner-clock.test.ts',
  ],
  'proxies write addresses in another way for each app': [
    'src/features/keys/forwarded-addresses.test.ts',
  ],
  'an app remembers of its language model what each test is about': [
    'src/features/prompts/writers/endpoint.test.ts',
  ],
  'answers of apps with different settings are compared': [
    'src/contract/security-headers.contract.test.ts',
  ],
  'commands work on data that no server has open': [
    'src/cli/audit.test.ts',
    'src/cli/backup.test.ts',
    'src/cli/doctor.test.ts',
    'src/cli/keys.test.ts',
    'src/cli/main.test.ts',
    'src/cli/members.test.ts',
    'src/cli/organizations.test.ts',
    'src/cli/run-citations.test.ts',
    'src/cli/scan-site.test.ts',
    'src/cli/setup.test.ts',
    'src/cli/sites.test.ts',
  ],
  'each test opens data of an older version': [
    'db/migrations/upgrade-audit.test.ts',
    'db/migrations/upgrade-page-analysis.test.ts',
    'db/migrations/upgrade-scans.test.ts',
    'db/migrations/upgrade.test.ts',
  ],
}

const FOLDERS = ['src', 'db', 'tools', 'examples', 'bench']
const START =
  /\b(?:TestApp|ScannedSite|LocalScans|RuledSite|ExportedSite|SiteWithModel|OwnerRequests)\.(?:start|startApp|unscanned)\(|(?<![.\w])startApp\(|\bdata\.setUp\(/
const TEST = /^\s*it\b/

const indentOf = (line: string): number => line.length - line.trimStart().length

/** Finds the lines that the given line is nested in, innermost first: prettier indents all that is nested. */
function openersOf(lines: readonly string[], at: number): string[] {
  const openers: string[] = []
  let indent = indentOf(lines[at] ?? '')
  for (let i = at - 1; i >= 0 && indent > 0; i--) {
    const line = lines[i] ?? ''
    if (line.trim() === '' || indentOf(line) >= indent) continue
    indent = indentOf(line)
    openers.push(line)
  }
  return openers
}

/** Returns what is wrong with the place at which a file of tests starts apps; undefined where that place is allowed. */
function faultOf(source: string): string | undefined {
  const lines = source.split('\n')
  const starts = lines.flatMap((line, at) => (START.test(line) ? [at] : []))
  const tests = lines.flatMap((line) => (TEST.test(line) ? [line] : []))
  const isOnlyTest = tests.length === 1 && !/\b(?:it|describe)\.(?:each|for)\b/.test(source)
  if (starts.length === 0 || isOnlyTest) return undefined
  if (starts.length > 1) return `${starts.length} starts`
  const [at = 0] = starts
  const around = [lines[at] ?? '', ...openersOf(lines, at)]
  if (around.some((line) => line.trimStart().startsWith('beforeAll('))) return undefined
  return around.some((line) => /=>|\bfunction\b/.test(line)) ? 'a start for each test' : undefined
}

/** This file has examples of what is wrong. */
const THIS = 'src/testing/app-starts.test.ts'

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.test.ts') ? [join(folder, name)] : [],
  ),
).filter((file) => file !== THIS)

describe('the apps of tests', () => {
  it('a file of tests starts one app, before all of them, or says here why it does not', () => {
    const faults = files.filter((file) => faultOf(readFileSync(file, 'utf8')) !== undefined)
    expect(faults.toSorted()).toEqual(Object.values(OWN_APPS).flat().toSorted())
  })

  it.each([
    ['in a test', "it('a', async () => {\n  await using app = await TestApp.start()\n})"],
    ['before each', 'beforeEach(async () => {\n  scans = await LocalScans.start()\n})'],
    ['in a function', 'const open = () => SiteWithModel.start(PAGES)'],
    [
      'twice',
      'beforeAll(async () => {\n  a = await TestApp.start()\n  b = await TestApp.start()\n})',
    ],
  ])('a start %s is found', (_, start) => {
    const tests = "it('x', () => {})\nit('y', () => {})\n"
    expect(faultOf(`${start}\n${tests}`)).toBeDefined()
  })

  it.each([
    ['before all', 'beforeAll(async () => {\n  app = await TestApp.start({\n    now,\n  })\n})'],
    ['of the module', 'const app = await TestApp.start()'],
  ])('a start %s is as it should be', (_, start) => {
    const tests = "it('x', () => {})\nit('y', () => {})\n"
    expect(faultOf(`${start}\n${tests}`)).toBeUndefined()
  })
})
