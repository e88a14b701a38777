import * as z from 'zod'
import { isOneLine } from '../../../domain/is-one-line.ts'
import { citationEngineNamed } from '../../../domain/citations/engine-named.ts'
import { ENGINE_ADAPTERS } from '../../../domain/citations/engines.ts'
import { auditCall } from '../../../kernel/door/audit.ts'
import { invalidField } from '../../../kernel/door/errors.ts'
import { PathId } from '../../../kernel/door/inputs.ts'
import { defineOperation, type OrgContext } from '../../../kernel/door/operation.ts'
import { actorOf } from '../../../kernel/door/principal.ts'
import { parseUrl } from '../../../lib/web/parse-url.ts'
import { Engine, keyedEngine, showEngine } from './engine.ts'
import { sealEngineKey, type EngineKeyRow } from './engine-key.ts'

const LAST = 4

const Input = z.strictObject({
  engine: PathId,
  key: z
    .string()
    .min(8)
    .max(500)
    .regex(/^[\x21-\x7e]+$/, 'Must be printable ASCII without spaces')
    .describe('Key of the vendor; it is stored encrypted, and shown by its end alone'),
  baseUrl: z
    .string()
    .min(1)
    .max(1_000)
    .nullable()
    .default(null)
    .describe(
      'An https address of the public internet in place of the vendor’s; this key alone goes there',
    ),
  model: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine(isOneLine, 'Must be one line, without characters that nobody sees')
    .nullable()
    .default(null)
    .describe('Model that is asked; null is the one that GET /org/engines shows'),
})

/**
 * PUT /org/engines/:engine: replaces the key, the address and the model together, so that a stored key never goes to an
 * address that is set later.
 */
export const setEngineKey = defineOperation({
  name: 'engines.setKey',
  summary: 'Ask an engine with a key of the organization’s own, in place of the operator’s',
  access: { by: 'session', role: 'admin' },
  http: { method: 'put', path: '/org/engines/:engine' },
  input: Input,
  output: Engine,
  rules: [
    ({ app }, { baseUrl }) => baseUrl !== null && readBaseUrl(app, baseUrl),
    (_, { engine, baseUrl, model }) => assertWhole(engine, { baseUrl, model }),
  ],
  async handler(ctx, { engine: name, key, baseUrl, model }) {
    const { app, db, principal } = ctx
    const engine = keyedEngine(name)
    assertWhole(engine, { baseUrl, model })
    const { adapter } = ENGINE_ADAPTERS[engine]
    const row: EngineKeyRow = {
      engine,
      adapter,
      sealed_key: sealEngineKey(app, { orgId: db.orgId, engine, key }),
      last4: key.slice(-LAST),
      base_url: baseUrl === null ? null : readBaseUrl(app, baseUrl),
      model,
      created_by: actorOf(principal).id,
      created_at: app.now(),
    }
    await db.transaction(async (trx) => {
      await trx.engineKeys.put(row)
      await auditCall(ctx, trx, 'engine.set_key', engine, { baseUrl: row.base_url, model })
    })
    return showEngine(ctx, engine, row)
  },
})

/**
 * Reads the address of an engine. Throws VALIDATION_FAILED for one that no key may be sent to, as far as the address
 * shows that without looking up its name.
 */
function readBaseUrl(app: OrgContext['app'], text: string): string {
  const reason = app.refuseReceiver(text)
  if (reason !== undefined) throw invalidField('baseUrl', 'refused_url', reason)
  const url = parseUrl(text)
  if (!url) throw new Error('An address that is permitted can be parsed')
  url.hash = ''
  url.search = ''
  return url.href.replace(/\/+$/, '')
}

/**
 * Throws VALIDATION_FAILED for a server compatible with OpenAI without an address or a model, which have no default
 * there.
 */
function assertWhole(
  engine: string,
  { baseUrl, model }: { baseUrl: string | null; model: string | null },
): void {
  if (citationEngineNamed(engine) !== 'compatible') return
  const missing = baseUrl === null ? 'baseUrl' : model === null ? 'model' : undefined
  if (missing === undefined) return
  throw invalidField(missing, 'required', 'This engine has none of its own; say which')
}
