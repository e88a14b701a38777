import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addPerson, PERSON_PASSWORD } from '../testing/add-person.ts'
import { childEnvironment } from '../testing/child-environment.ts'
import { CLI, runCli } from '../testing/run-cli.ts'
import { TestApp } from '../testing/start-test-app.ts'

/**
 * A script in Python that runs a command on a terminal of its own: it types each answer once its question is shown, and
 * prints all that was shown.
 */
const ON_TERMINAL = `
import json, os, pty, sys
steps, command = json.loads(sys.argv[1]), sys.argv[2:]
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
shown = b""
try:
    for question, answer in steps:
        while question.encode() not in shown:
            shown += os.read(terminal, 4096) or sys.exit("The command ended")
        os.write(terminal, answer.encode())
    while True:
        shown += os.read(terminal, 4096)
except OSError:
    pass # the terminal is closed
print(json.dumps({"shown": shown.decode(), "status": os.waitpid(pid, 0)[1]}))
`

/** The programs that can make a terminal: Python, where this machine has it. */
const TERMINALS = spawnSync('python3', ['-c', 'import pty']).status === 0 ? ['python3'] : []

let app: TestApp

beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

async function onTerminal(python: string, steps: readonly (readonly [string, string])[]) {
  const command = [...CLI, 'listen', '--print', '--url', app.url]
  const child = spawn(python, ['-c', ON_TERMINAL, JSON.stringify(steps), ...command], {
    env: childEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const printed = await text(child.stdout)
  await ended
  return JSON.parse(printed) as { shown: string; status: number }
}

const CTRL_C = '\u0003'

it('nobody is asked where there is no terminal', async () => {
  const { code, err } = await runCli(app.directory, ['listen', '--print', '--url', app.url])
  expect([code, err]).toEqual([1, 'Set CITABLE_SESSION, or CITABLE_EMAIL and CITABLE_PASSWORD\n'])
})

it.each(TERMINALS)(
  'a person on a terminal of %s is asked, and no password is shown',
  async (python) => {
    const { email } = await addPerson(app)
    const { shown, status } = await onTerminal(python, [
      ['Email: ', `${email}\r`],
      ['Password: ', `${PERSON_PASSWORD}\r`],
      [`Listening to ${app.url}`, CTRL_C],
    ])
    expect(shown).toContain(email)
    expect(shown).not.toContain(PERSON_PASSWORD.slice(0, 4))
    expect(status).toBe(0)
  },
)

it.each(TERMINALS)('a person on a terminal of %s leaves a question with Ctrl-C', async (python) => {
  const ended = await onTerminal(python, [
    ['Email: ', 'anna@example.com\r'],
    ['Password: ', CTRL_C],
  ])
  expect(ended).toMatchObject({ status: 0 })
})
