import type { Citable } from '../../examples/client/citable.ts'
import { distrustAnswers } from './answers.ts'
import { currentClient } from './client.ts'
import { isUnauthorized, session, waitForSession, whoIs } from './session.ts'

/**
 * Calls a route as the person who is signed in. Where the session has ended, it waits until that person has signed in
 * again, and calls once more, so that nothing that was typed is lost.
 */
export const call: Citable['call'] = async (...request) => {
  try {
    return await currentClient().call(...request)
  } catch (error) {
    if (!(await isMended(error))) throw error
    return currentClient().call(...request)
  } finally {
    if (!request[0].startsWith('GET ')) distrustAnswers()
  }
}

/**
 * Returns whether a failed request may be sent again: the session had ended, and the same person has signed in again.
 * Where another person goes on, the request was not meant for them.
 */
export async function isMended(error: unknown): Promise<boolean> {
  const who = whoIs(session.get())
  if (!isUnauthorized(error) || !(await hasSessionEnded())) return false
  await waitForSession()
  return whoIs(session.get()) === who
}

/**
 * Returns whether the session has ended, which a 401 alone does not say: a form may have been refused for its password.
 */
async function hasSessionEnded(): Promise<boolean> {
  if (session.get().state === 'out') return false
  try {
    await currentClient().call('GET /auth/session')
    return false
  } catch (error) {
    return isUnauthorized(error)
  }
}
