import { expect, it } from 'vitest'
import { askQuestions } from './ask-questions.ts'
import { startEvalService } from './data/start-eval-service.ts'

it('every answer over MCP equals a count of the raw data by other means', async () => {
  await using service = await startEvalService()
  const answered = await askQuestions(service)
  const told = answered.map(({ question, told: value }) => [question.id, value])
  const counted = answered.map(({ question, counted: value }) => [question.id, value])
  expect(told).toEqual(counted)
  expect(answered.length).toBeGreaterThanOrEqual(45)
})
