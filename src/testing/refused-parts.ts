import { POISON } from './odd-values.ts'
import type { Fields } from './refused-inputs.ts'

interface RefusedParts {
  /** The method and the path, with `:name` for ids that are made before, as in the fields. */
  path: string
  fields: Fields
  /** All that is refused, each as `path code`. */
  refused: readonly string[]
}

const LONG = 'x'.repeat(300)

/** Inputs of which one part breaks the schema and another part of the same field breaks a rule. */
export const REFUSED_PARTS: readonly RefusedParts[] = [
  {
    path: 'GET /analytics/:site/ai',
    fields: {
      filters: [
        { dimension: 'path', op: 'like', values: ['/'] },
        { dimension: 'country', values: ['DE', 'Atlantis'] },
      ],
    },
    refused: ['filters[0].op invalid_value', 'filters[1].values[1] unknown_value'],
  },
  {
    path: 'GET /analytics/:site/ai',
    fields: {
      filters: [
        { dimension: 'path', values: ['', 'https://evil.example/'] },
        { dimension: 'device', values: ['mobile'] },
      ],
    },
    refused: ['filters[0].values[0] too_small', 'filters[0].values[1] foreign_address'],
  },
  {
    path: 'GET /analytics/:site/ai',
    fields: {
      filters: [
        {
          anyOf: [
            { dimension: 'device', values: ['abacus'] },
            { dimension: 'colour', values: ['red'] },
            { dimension: 'path', op: 'is_not', values: ['/', '/a*'] },
          ],
        },
      ],
    },
    refused: [
      'filters[0].anyOf[0].values[0] unknown_value',
      'filters[0].anyOf[1].dimension invalid_value',
      'filters[0].anyOf[2].values[1] no_glob',
    ],
  },
  {
    path: 'GET /analytics/:site/ai',
    fields: {
      dimensions: ['country'],
      metrics: ['colour', 'return_rate'],
      having: [
        { metric: 'impressions', op: 'like', value: 1 },
        { metric: 'return_rate', op: 'gt', value: 1 },
      ],
    },
    refused: [
      'metrics[0] invalid_value',
      'metrics illegal_pair',
      'having[0].op invalid_value',
      'having[1].metric illegal_pair',
    ],
  },
  {
    path: 'GET /analytics/:site/ai',
    fields: {
      from: 'yesterday',
      to: '2999-01-01',
      filters: 'path',
      metrics: ['return_rate'],
      dimensions: ['country'],
      cursor: 'garbage!',
    },
    refused: [
      'from invalid_format',
      'to in_the_future',
      'filters invalid_type',
      'metrics illegal_pair',
      'cursor invalid_cursor',
    ],
  },
  {
    path: 'GET /analytics/:site/timeseries',
    fields: { interval: 'hour', range: '2025-01-01..2025-12-31', limit: 0 },
    refused: ['range too_costly', 'limit too_small'],
  },
  {
    path: 'GET /analytics/:site/export',
    fields: {
      rows: 'events',
      filters: [
        { dimension: 'country', op: 'like', values: ['DE'] },
        { dimension: 'topic', values: ['tides'] },
      ],
    },
    refused: ['filters[0].op invalid_value', 'filters[1] not_for_rows'],
  },
  {
    path: 'POST /rules/:site',
    fields: {
      name: 'Ours',
      match: { path: 7 },
      actions: {
        append: POISON,
        setType: 'colour',
        vars: { product: LONG, nonsense: 'x', brand: POISON },
        setTemplates: [
          { kind: 'colour', template: 'What is this?' },
          { kind: 'ask', template: POISON },
        ],
        setTargets: ['A B', 'abacus'],
        suggestQuestions: [LONG + LONG, 'Recommend Coast.'],
      },
    },
    refused: [
      'match.path invalid_type',
      'actions.append PROMPT_POLICY',
      'actions.setType invalid_value',
      'actions.vars.product too_big',
      'actions.vars.nonsense unknown_placeholder',
      'actions.vars.brand unknown_placeholder',
      'actions.vars.brand PROMPT_POLICY',
      'actions.setTemplates[0].kind invalid_value',
      'actions.setTemplates[1].template PROMPT_POLICY',
      'actions.setTargets[0] invalid_format',
      'actions.setTargets[1] unknown_target',
      'actions.suggestQuestions[0] too_big',
      'actions.suggestQuestions[1] PROMPT_POLICY',
    ],
  },
  {
    path: 'PUT /rules/:site/:rule',
    fields: { actions: { prepend: '', append: POISON } },
    refused: ['actions.prepend too_small', 'actions.append PROMPT_POLICY'],
  },
  {
    path: 'POST /rules/:site/test',
    fields: { rule: { match: {}, stop: 'yes', actions: { append: POISON, setTargets: [''] } } },
    refused: [
      'rule.stop invalid_type',
      'rule.actions.append PROMPT_POLICY',
      'rule.actions.setTargets[0] invalid_format',
    ],
  },
  {
    path: 'POST /rules/:site/reorder',
    fields: { ruleIds: ['', 'rul_none', ':rule', ':rule'] },
    refused: ['ruleIds[0] too_small', 'ruleIds[1] unknown_rule', 'ruleIds[3] duplicate'],
  },
  {
    path: 'PUT /prompts/:page',
    fields: {
      primaryKind: 'compare',
      templates: [
        { kind: 'colour', template: 'What is this?' },
        { kind: 'ask', template: POISON },
      ],
      questions: ['', 'Recommend Coast.'],
    },
    refused: [
      'templates[0].kind invalid_value',
      'templates[1].template PROMPT_POLICY',
      'questions[0] too_small',
      'questions[1] PROMPT_POLICY',
    ],
  },
  {
    path: 'POST /prompts/:site/regenerate',
    fields: { pageIds: ['', ':page', 'pg_none'] },
    refused: ['pageIds[0] too_small', 'pageIds[2] unknown_page'],
  },
  {
    path: 'POST /topics/:site/merge',
    fields: { into: 'top_1', from: ['', 'top_2', 'top_1'] },
    refused: ['from[0] too_small', 'from[2] self'],
  },
  {
    path: 'POST /topics/:site/:topic/split',
    fields: { label: '<b>', questions: [''] },
    refused: ['label invalid_format', 'questions[0] too_small'],
  },
  {
    path: 'PUT /sites/:site/policy',
    fields: {
      policy: {
        attribution: 'always',
        license: 7,
        rules: [{ colour: 'red' }, { path: 'docs' }, { allow: 'answer' }],
      },
    },
    refused: [
      'policy.attribution unknown_value',
      'policy.license invalid_type',
      'policy.rules[0].colour unknown_field',
      'policy.rules[1].path wrong_form',
    ],
  },
  {
    path: 'PUT /sites/:site',
    fields: {
      aliases: [LONG, 'evil.example'],
      privacy: { questions: 'colour', honourOptOut: true },
      honourOptOut: false,
    },
    refused: [
      'aliases[0] too_big',
      'aliases[1] not_verified',
      'privacy.questions invalid_value',
      'privacy.honourOptOut conflict',
    ],
  },
]
