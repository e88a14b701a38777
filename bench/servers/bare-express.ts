/** Express as its documentation begins: one route, a constant as JSON. `ANSWER` is the constant, `ROUTE` its address. */
import express from 'express'

const app = express()
const answer: unknown = JSON.parse(process.env['ANSWER'] ?? '{}')
app.get(process.env['ROUTE'] ?? '/', (_request, response) => {
  response.json(answer)
})
app.get('/healthz', (_request, response) => {
  response.json({})
})
app.listen(Number(process.env['PORT']), '127.0.0.1')
