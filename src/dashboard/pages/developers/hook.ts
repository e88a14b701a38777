import type { Answer } from '../../../../examples/client/citable.ts'

/** A server that is told what happens. */
export type Hook = Answer<'GET /webhook-subscriptions/{id}'>['data']
