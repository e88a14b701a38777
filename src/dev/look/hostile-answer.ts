import { HOSTILE_TEXTS } from '../../testing/hostile-texts.ts'

type Fields = Readonly<Record<string, unknown>>

const texts = HOSTILE_TEXTS
const [first = ''] = texts

/** An answer in which everything that may be a text is a hostile one. */
export function hostileAnswer(
  kind: 'breakdown' | 'series' | 'overview' | 'table' | 'refused',
): Fields {
  const content = [{ type: 'text', text: texts.join('\n') }]
  if (kind === 'refused') return { isError: true, content }
  const frame = {
    site: first,
    range: { from: first, to: texts[1], timezone: texts[2] },
    comparedWith: { from: texts[3], to: texts[4] },
    notes: texts.slice(0, 6),
    nextCursor: first,
  }
  return { content, structuredContent: { ...frame, ...bodyOf(kind) } }
}

function bodyOf(kind: 'breakdown' | 'series' | 'overview' | 'table'): Fields {
  switch (kind) {
    case 'breakdown':
      return {
        columns: ['path', first, 'ai_clicks', `${first}_change_pct`, 'verdict'],
        rows: texts.map((text, i) => [text, 100 - i, i, text, text]),
      }
    case 'series':
      return {
        columns: ['time', 'referrer', first, 'ai_ctr', `${first}_previous`],
        rows: texts.flatMap((text, i) => [
          [text, texts[i % 5], i, 0.1, i],
          [`2026-11-${10 + (i % 10)}`, texts[i % 9], i * 2, 0.2, null],
        ]),
      }
    case 'overview':
      return {
        columns: ['metric', 'value', 'ci95_low', 'ci95_high', 'previous', 'change_pct', 'verdict'],
        rows: texts.map((text) => [text, text, text, text, text, text, text]),
      }
    case 'table':
      return { columns: texts, rows: texts.map(() => texts) }
  }
}
