import type { OneTimePurpose } from '../../db/system/one-time-tokens.ts'
import { makeOneTimeLink } from '../kernel/credentials/one-time-link.ts'
import type { TestApp } from './start-test-app.ts'

/** Makes a link as the command line does; returns its token. */
export async function makeLinkToken(
  { app, clock, url }: TestApp,
  purpose: OneTimePurpose,
  subject = 'owner',
): Promise<string> {
  const { token, row } = makeOneTimeLink(url, { purpose, subject, now: clock.now() })
  await app.services.database.people.addLink(row, [])
  return token
}
