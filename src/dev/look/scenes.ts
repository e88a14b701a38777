import { hostileAnswer } from './hostile-answer.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Scene {
  name: string
  /** The width of the frame in pixels. */
  width?: number
  theme?: 'light' | 'dark'
  /** Further fields in which the host describes itself. */
  context?: Fields
  /** A call of a tool of `/mcp/data`, or the result as it is. */
  call?: { tool: string; args: Fields }
  result?: Fields
  forged?: Fields
  /** The theme that the device prefers, where the host names no theme. */
  device?: 'light' | 'dark'
  /** True for a finger in place of a mouse. */
  hasTouch?: boolean
  /** True where a person has chosen colours for everything. */
  hasForcedColors?: boolean
  /** A text that the app shows at the end. */
  shows?: string
  /** The place that the pointer moves to once the app is drawn, in pixels from the left and the top. */
  point?: readonly [x: number, y: number]
  /** Keys that are pressed once the app is drawn; Tab goes to the first control. */
  keys?: readonly string[]
}

const WIDE = 720
const NARROW = 320

const OVERVIEW = { tool: 'get_overview', args: { range: '28d' } }
const SERIES = { tool: 'get_timeseries', args: { range: '14d' } }
const COMPARED = {
  tool: 'get_timeseries',
  args: { range: '7d', compare: 'previous_period', metrics: ['ai_clicks', 'ai_ctr'] },
}
const SPLIT = {
  tool: 'get_timeseries',
  args: { range: '28d', dimensions: ['engine'], metrics: ['ai_clicks'] },
}
const PAGES = { tool: 'get_breakdown', args: { range: '28d', dimensions: ['path'] } }

/** The variables of a host that looks like no other. */
const VARIABLES = {
  '--color-text-primary': 'light-dark(#3a1f5c, #f1e6ff)',
  '--color-text-secondary': 'light-dark(#6b5a80, #c2b2d6)',
  '--color-background-primary': 'light-dark(#fbf7ff, #241833)',
  '--font-sans': 'Georgia, serif',
}

const bothThemes = (scene: Scene): Scene[] => [
  { ...scene, name: `${scene.name}-light`, theme: 'light' },
  { ...scene, name: `${scene.name}-dark`, theme: 'dark' },
  { ...scene, name: `${scene.name}-narrow`, width: NARROW, theme: 'light' },
]

export const sceneWidth = ({ width }: Scene): number => width ?? WIDE

/** Everything that the app can be made to show. */
export const SCENES: readonly Scene[] = [
  ...bothThemes({ name: 'overview', call: OVERVIEW }),
  { name: 'overview-900', width: 900, call: OVERVIEW },
  ...bothThemes({ name: 'series', call: SERIES }),
  ...bothThemes({ name: 'compared', call: COMPARED }),
  ...bothThemes({ name: 'split', call: SPLIT }),
  ...bothThemes({ name: 'breakdown', call: PAGES }),
  {
    name: 'series-keys',
    call: COMPARED,
    keys: ['Tab', 'ArrowLeft', 'ArrowLeft'],
  },
  { name: 'series-pointer', call: COMPARED, point: [60, 150], shows: 'Mon 16 Nov' },
  {
    name: 'series-many',
    call: {
      tool: 'get_timeseries',
      args: {
        range: '90d',
        metrics: ['impressions', 'ai_clicks', 'questions', 'ai_ctr', 'visitors'],
      },
    },
  },
  { name: 'series-hours', call: { tool: 'get_timeseries', args: { range: 'today' } } },
  {
    name: 'series-months',
    theme: 'dark',
    call: {
      tool: 'get_timeseries',
      args: { range: 'all', interval: 'month', dimensions: ['engine'] },
    },
  },
  {
    name: 'series-gaps',
    result: withGaps(),
  },
  {
    name: 'breakdown-rates',
    call: {
      tool: 'get_breakdown',
      args: { dimensions: ['path'], metrics: ['question_rate', 'questions'], range: 'today' },
    },
    shows: 'too few',
  },
  {
    name: 'breakdown-weekday',
    call: { tool: 'get_breakdown', args: { dimensions: ['weekday'], metrics: ['questions'] } },
  },
  {
    name: 'breakdown-two',
    call: {
      tool: 'get_breakdown',
      args: { dimensions: ['engine', 'device'], metrics: ['ai_clicks', 'questions'] },
    },
  },
  { name: 'breakdown-few', call: { tool: 'get_breakdown', args: { dimensions: ['topic'] } } },
  {
    name: 'breakdown-keys',
    call: PAGES,
    keys: ['Tab', 'Tab', 'Enter'],
  },
  {
    name: 'empty',
    call: { tool: 'get_breakdown', args: { dimensions: ['country'], range: '2020-01' } },
  },
  { name: 'refused', call: { tool: 'get_overview', args: { site: 'nowhere.example' } } },
  {
    name: 'refused-dark-narrow',
    theme: 'dark',
    width: NARROW,
    call: { tool: 'get_breakdown', args: { dimensions: ['engine'], metrics: ['ai_click_rate'] } },
  },
  { name: 'table', call: { tool: 'describe_data', args: {} } },
  { name: 'text', result: { content: [{ type: 'text', text: 'Only words.' }] } },
  { name: 'waiting' },
  { name: 'language', context: { locale: 'de-DE' }, call: PAGES },
  { name: 'language-arabic', context: { locale: 'ar-EG' }, call: SERIES },
  { name: 'language-unknown', context: { locale: 'not a language' }, call: SERIES },
  { name: 'variables', context: { styles: { variables: VARIABLES } }, call: OVERVIEW },
  {
    name: 'variables-dark',
    theme: 'dark',
    context: { styles: { variables: VARIABLES } },
    call: SPLIT,
  },
  { name: 'breakdown-touch', width: NARROW, hasTouch: true, call: PAGES },
  { name: 'overview-touch', width: NARROW, hasTouch: true, call: OVERVIEW },
  { name: 'split-forced', hasForcedColors: true, call: SPLIT },
  { name: 'breakdown-forced', hasForcedColors: true, call: PAGES },
  { name: 'device-dark', device: 'dark', call: PAGES },
  { name: 'forged', call: OVERVIEW, forged: hostileAnswer('breakdown'), shows: 'Overview' },
  { name: 'hostile', result: hostileAnswer('breakdown') },
  { name: 'hostile-narrow', width: NARROW, theme: 'dark', result: hostileAnswer('breakdown') },
  { name: 'hostile-series', result: hostileAnswer('series') },
  { name: 'hostile-overview', result: hostileAnswer('overview') },
  { name: 'hostile-table', result: hostileAnswer('table') },
  { name: 'hostile-refused', result: hostileAnswer('refused') },
]

/**
 * Makes an answer with days of which nothing is known, as before the data began, and one known day between two such.
 */
function withGaps(): Fields {
  const days = Array.from({ length: 14 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
  return {
    content: [],
    structuredContent: {
      site: 'tideline.example',
      range: { from: days[0], to: days.at(-1), timezone: 'Europe/Berlin' },
      columns: ['time', 'impressions', 'ai_ctr'],
      rows: days.map((day, i) => [
        day,
        isKnown(i) ? 600 + 37 * i : null,
        isKnown(i) ? 0.04 + i / 500 : null,
      ]),
      notes: ['not whole days: 2026-11-14', 'data begins 2026-11-04'],
      nextCursor: null,
    },
  }
}

function isKnown(day: number): boolean {
  return ![0, 1, 2, 6, 8].includes(day)
}
