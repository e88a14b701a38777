import { expect, it } from 'vitest'
import { answerComplaint, assertDescribed, bodyComplaint, routeAt } from './open-api.ts'

const headers = { 'content-type': 'application/json; charset=utf-8' }
const meta = { requestId: 'req_1' }
const answer = (status: number, data: unknown) => ({
  status,
  headers,
  body: { data, error: null, meta },
})

const routeOf = (method: string, path: string) => {
  const route = routeAt(method, `/api/v1${path}`)
  if (!route) throw new Error(`No route ${path}`)
  return route
}

it('finds the route of an address, a literal one before one with a parameter', () => {
  expect(routeOf('GET', '/sites/site_1?x=1').name).toBe('sites.get')
  expect(routeOf('POST', '/topics/site_1/merge').name).toBe('topics.merge')
  expect(routeAt('GET', '/api/v1/nothing')).toBeUndefined()
})

it('complains of an answer that lacks a field, or has a status or a type that no answer has', () => {
  const revoke = routeOf('DELETE', '/keys/key_1')
  expect(answerComplaint(revoke, answer(200, {}))).toBeUndefined()
  expect(answerComplaint(revoke, { ...answer(200, {}), body: { data: {} } })).toContain('error')
  expect(answerComplaint(revoke, answer(201, {}))).toContain('no answer has the status 201')
  const page = { ...answer(200, {}), headers: { 'content-type': 'text/html' } }
  expect(answerComplaint(revoke, page)).toContain('the type text/html')
  expect(() => assertDescribed('GET', '/api/v1/sites/site_1', answer(200, {}))).toThrow(
    'GET /api/v1/sites/site_1 answered 200, which docs/openapi.json does not describe: /data',
  )
  expect(() => assertDescribed('GET', '/api/v1/nothing', answer(200, {}))).not.toThrow()
})

it('complains of an error that is not the envelope', () => {
  const route = routeOf('GET', '/sites')
  const error = { code: 'NOT_FOUND', message: 'No', fields: [], docUrl: '/docs/errors#NOT_FOUND' }
  const refusal = (given: object) => ({
    ...answer(404, {}),
    body: { data: {}, error: given, meta },
  })
  expect(answerComplaint(route, refusal(error))).toBeUndefined()
  expect(answerComplaint(route, refusal({ ...error, code: 'NEW' }))).toContain('/error/code')
})

it('complains of a body by the document alone', () => {
  const route = routeOf('POST', '/keys')
  expect(bodyComplaint(route, { scopes: ['*'] })).toBeUndefined()
  expect(bodyComplaint(route, { scopes: ['*'], zz: 1 })).toContain('additional')
})
