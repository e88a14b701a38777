import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ReceiverTurns } from './receiver-turns.ts'

/** Work that ends when the test says so. */
class Works {
  readonly begun: string[] = []
  readonly #ends = new Map<string, () => void>()

  of(name: string): () => Promise<void> {
    return () => {
      this.begun.push(name)
      return new Promise((resolve) => this.#ends.set(name, resolve))
    }
  }

  async end(name: string): Promise<void> {
    this.#ends.get(name)?.()
    await turn()
  }
}

it('ReceiverTurns lets so many run for a receiver, the others in their order', async () => {
  const turns = new ReceiverTurns(2)
  const works = new Works()
  const run = (name: string): void => void turns.run(name.slice(0, 1), works.of(name))
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) run(name)
  expect(works.begun).toEqual(['a1', 'a2', 'b1'])
  await works.end('a2')
  expect(works.begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'a4', 'b1']) await works.end(name)
  expect(works.begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  run('a5')
  expect(works.begun.at(-1)).toBe('a5')
})
