/** The questions that readers ask on each page; no page answers some of them. */
export const QUESTIONS_BY_PATH: Readonly<Record<string, readonly string[]>> = {
  '/shipping': [
    'How long does shipping to Austria take?',
    'How much does shipping cost for a kayak?',
    'Is shipping to an island possible?',
  ],
  '/returns': ['Can I return a used kayak?', 'When do I get my refund after a return?'],
  '/guides/tides': [
    'How do I read a tide table?',
    'What is a spring tide?',
    'Which tide is best for launching?',
  ],
  '/guides/life-jackets': ['Which size of life jacket do I need?', 'Do life jackets expire?'],
  '/guides/cold-water': ['What is cold water shock?', 'How cold is too cold without a drysuit?'],
  '/guides/paddle-length': ['Which paddle length fits my height?'],
  '/': ['Do you rent wetsuits in winter?', 'Is there parking near the beach?'],
}

/** Questions that no page of the site has the words to answer. */
export const UNANSWERED: readonly string[] = [
  'Do you rent wetsuits in winter?',
  'Is there parking near the beach?',
  'Can I add a sail to my boat?',
]

/** A question that readers of a page ask from a day on, and not before. */
export const NEW_QUESTION = {
  path: '/pricing',
  from: '2026-11-03',
  text: 'Can I add a sail to my boat?',
}
