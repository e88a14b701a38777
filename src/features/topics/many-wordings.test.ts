import { afterAll, beforeAll, expect, it } from 'vitest'
import { onFile } from '../../testing/credential-matrix.ts'
import { TestApp } from '../../testing/start-test-app.ts'

const WORDINGS = 10_000

let app: TestApp
let key: string
beforeAll(async () => {
  app = await TestApp.start()
  key = await app.key(await app.org('self_hosted'))
})
afterAll(() => app[Symbol.asyncDispose]())

/** Adds `WORDINGS` wordings to the first topic of a site, each asked once. */
function addWordings(site: string): void {
  onFile(app, (file) => {
    const { num, topic } = file
      .prepare<[string], { num: number; topic: number }>(
        'SELECT site.num, topic.num AS topic FROM site JOIN topic ON topic.site_num = site.num WHERE site.id = ? ORDER BY topic.num LIMIT 1',
      )
      .get(site)!
    const wording = file
      .prepare<unknown[], number>(
        'INSERT INTO wording (site_num, hash, topic_num, asked, first_at) VALUES (?, ?, ?, 1, ?) RETURNING num',
      )
      .pluck()
    const question = file.prepare(
      "INSERT INTO question (site_num, at, seq, page_num, engine, text, text_hash, wording_num) VALUES (?, ?, ?, 0, 0, ?, X'', ?)",
    )
    file.transaction(() => {
      for (let i = 0; i < WORDINGS; i++) {
        const hash = Buffer.alloc(6)
        hash.writeUInt32BE(i)
        const at = app.clock.now() - i
        question.run(num, at, i, `Is table ${i} right?`, wording.get(num, hash, topic, at))
      }
    })()
  })
}

it('10,000 wordings move to another topic at one moment, while questions arrive', async () => {
  const site = await app.site(key)
  const ask = (question: string) => app.collect(site, [{ kind: 'question', url: '/', question }])
  await ask('Are tide tables right?')
  app.clock.advance({ minutes: 1 })
  await ask('What is a paddle float?')
  addWordings(site)
  const sums = async () => {
    const { body } = await app.api('GET', `/topics/${site}`, { token: key })
    // @NOTE the list's own schema.
    const topics = body.data as unknown as { id: string; label: string; questions: number }[]
    return new Map(topics.map(({ label, questions }) => [label, questions]))
  }
  const { body } = await app.api('GET', `/topics/${site}`, { token: key })
  const [tables, floats] = body.data as unknown as { id: string }[]
  const merge = { into: floats!.id, from: [tables!.id] }
  const seen: Map<string, number>[] = []
  const [merged] = await Promise.all([
    app.api('POST', `/topics/${site}/merge`, { token: key, body: merge }),
    ...Array.from({ length: 8 }, async () => {
      await ask('Are tide tables right?')
      seen.push(await sums())
    }),
  ])
  expect(merged.status).toBe(200)
  for (const topics of seen) {
    // Either all wordings have moved, or none has.
    const [before = 0, after = 0] = [topics.get('tide tables'), topics.get('paddle float')]
    expect([before > WORDINGS, after > WORDINGS]).toEqual([before > 0, before === 0])
    expect(before === 0 || after === 1).toBe(true)
  }
  expect(await sums()).toEqual(new Map([['paddle float', WORDINGS + 10]]))
})
