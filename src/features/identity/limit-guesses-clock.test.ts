import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestApp } from '../../testing/start-test-app.ts'
import { addPerson, PERSON_PASSWORD } from '../../testing/add-person.ts'

let app: TestApp

// The clock of this service goes back.
beforeAll(async () => {
  app = await TestApp.start()
})

afterAll(() => app[Symbol.asyncDispose]())

it('the count of wrong passwords survives a clock that was ahead for a moment', async () => {
  const { email } = await addPerson(app)
  const signIn = async (password: string) =>
    (await app.api('POST', '/auth/sign-in', { body: { email, password } })).status
  app.clock.advance({ days: 1 })
  for (let i = 0; i < 10; i++) expect(await signIn(`wrong ${i}`)).toBe(401)
  app.clock.advance({ days: -1 })
  expect(await signIn(PERSON_PASSWORD)).toBe(200)
})
