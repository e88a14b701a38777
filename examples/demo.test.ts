import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundled } from '../src/testing/bundled.ts'
import { alteredNumbers, makeNumberCheck } from './demo/testing/number-check.ts'
import { isAnswering, startDemo } from './demo/testing/start-demo.ts'

const run = promisify(execFile)

let directory = ''
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'citable-demo-'))))
afterEach(() => rmSync(directory, { recursive: true, force: true }))

describe('the demo', () => {
  it('the demo prints what a count of its raw events gives, and stays up until Ctrl-C, then ends well', async () => {
    const demo = await startDemo(directory)
    await demo.says('Ctrl-C ends both.')
    const said = demo.said()
    const untrue = makeNumberCheck(directory, said)
    expect(untrue(said)).toEqual([])
    // The check would find a wrong digit of any number.
    const altered = alteredNumbers(said)
    expect(altered.length).toBeGreaterThan(200)
    const unseen = altered.filter(({ output }) => untrue(output).length === 0)
    expect(unseen.map(({ line }) => line)).toEqual([])
    const site = demo.find(/the site at (http:\S+);/)
    expect(await (await fetch(`${site}/gear/skeg-or-rudder`)).text()).toContain('Skeg or rudder?')
    demo.kill('SIGINT')
    expect(await demo.end()).toMatchObject({ code: 0, isServing: false })
    expect(await isAnswering(site)).toBe(false)
  })

  it('the demo leaves no server behind when it is stopped while it makes things ready', async () => {
    const demo = await startDemo(directory)
    await demo.says('Adding the site')
    demo.kill('SIGTERM')
    const { code, output, isServing } = await demo.end()
    expect({ code, isServing }).toEqual({ code: 130, isServing: false })
    expect(output).toContain('The demo was stopped.')
  })

  it('the demo fails when its server ends by itself', async () => {
    const demo = await startDemo(directory)
    await demo.says('The server stays up at')
    const { stdout: serverPid } = await run('pgrep', ['-P', String(demo.pid)])
    process.kill(Number(serverPid), 'SIGKILL')
    const { code, output } = await demo.end()
    expect(code).toBe(1)
    expect(output).toContain('The demo failed: the server ended by itself')
  })

  it.each([
    [['--port', '99999'], '--port must be a number from 0 to 65535'],
    [['--often'], "Unknown option '--often'"],
  ])('the demo refuses %j before it does anything', async (args, message) => {
    const ended = run(process.execPath, [bundled('demo'), '--directory', directory, ...args])
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(message) as string,
    })
  })
})
