const STARTS = [
  'How do I',
  'What is the',
  'Why does the',
  'When should I',
  'Where can I find the',
  'Is the',
  'Which',
]
const NOUNS =
  'tide table paddle route harbour wind swell chart compass rudder hull kelp beach rescue helmet radio flare anchor rope current estuary island cliff cave weather forecast map permit campsite tent stove boot jacket glove'.split(
    ' ',
  )
const VERBS =
  'read measure repair choose store compare avoid plan check carry trim launch land tow signal'.split(
    ' ',
  )

/** A question of seeded words: a few thousand different ones, so that searching is real. */
export function questionText(draw: () => number): string {
  const pick = (words: readonly string[]): string => words[Math.floor(draw() * words.length)] ?? ''
  return `${pick(STARTS)} ${pick(VERBS)} ${pick(NOUNS)} ${pick(NOUNS)} near ${pick(NOUNS)}?`
}
