import { CITATION_ENGINES } from '../../../domain/citations/engines.ts'
import { defineList } from '../../../kernel/reads/define-list.ts'
import { Engine, showEngine } from './engine.ts'

/** GET /org/engines: lists all engines in a fixed order; `fake` only where the operator offers it. */
export const listEngines = defineList({
  name: 'engines.list',
  summary: 'Engines that sites can be looked for in, and whose key each is asked with',
  access: { by: 'session', role: 'admin' },
  path: '/org/engines',
  fields: {},
  async read({ ctx: { app, db } }, _, { after, limit }) {
    const rows = await db.engineKeys.all()
    const { hasFake } = app.engines.operator
    const placed = CITATION_ENGINES.filter((engine) => engine !== 'fake' || hasFake).map(
      (engine, i) => ({ engine, place: i + 1, row: rows.find((row) => row.engine === engine) }),
    )
    return { rows: placed.slice(Number(after?.[0] ?? 0)).slice(0, limit) }
  },
  key: ({ place }) => [place],
  item: Engine,
  toItem: ({ engine, row }, { ctx }) => showEngine(ctx, engine, row),
})
