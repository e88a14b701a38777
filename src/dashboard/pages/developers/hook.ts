import type { Answer } from '../../../../examples/client/citable.ts'

/** A webhook in the form in which the API answers it. */
export type Hook = Answer<'GET /webhook-subscriptions/{id}'>['data']
