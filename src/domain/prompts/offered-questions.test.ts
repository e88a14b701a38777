import { expect, it } from 'vitest'
import { offeredQuestions } from './offered-questions.ts'

it('offers five at most, in the order of their sources, and no two alike', () => {
  const offered = offeredQuestions(
    {
      model: ['What does the ferry cost?', 'Who steers the ferry?', 'How old is the ferry?'],
      page: ['What are tides?', 'Where does the ferry moor?'],
      reader: ['What is a tide?'],
      owner: ['When does the ferry sail?'],
    },
    'en',
  )
  expect(offered).toEqual([
    { text: 'When does the ferry sail?', origin: 'owner' },
    { text: 'What is a tide?', origin: 'reader' },
    { text: 'Where does the ferry moor?', origin: 'page' },
    { text: 'What does the ferry cost?', origin: 'model' },
    { text: 'Who steers the ferry?', origin: 'model' },
  ])
})
