import { createServer, type IncomingMessage } from 'node:http'
import { verifyWebhook } from './verify-webhook.ts'

// Receives webhooks and prints them: WEBHOOK_SECRET=whsec_… npx tsx examples/webhooks/receive-webhooks.ts [PORT]
const { WEBHOOK_SECRET: secret } = process.env
if (!secret) throw new Error('Set WEBHOOK_SECRET: what no secret signed would be taken')
const MAX_BODY_BYTES = 1_048_576

/** Deliveries come at least once, and may come again: keep the ids that you handled where they outlive the process. */
const handled = new Set<string>()

/** Reads the body as it arrives, and leaves it empty where it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // @NOTE a request without an encoding yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
  }
  return size > MAX_BODY_BYTES ? Buffer.of() : Buffer.concat(chunks)
}

/** Answers within five seconds; what takes longer is done after the answer. */
async function receive(request: IncomingMessage, key: string): Promise<number> {
  const body = await readBody(request)
  const signature = request.headers['x-service-signature']?.toString()
  if (!verifyWebhook(body, signature, key)) return 401
  // @NOTE the signature says that the body is of the service, so its form is known.
  const delivery = JSON.parse(body.toString()) as { id?: string; event: string; test?: true }
  // A test from the dashboard carries an example: it is answered, and nothing of it is true.
  if (delivery.test) {
    process.stdout.write(`test ${delivery.event}\n`)
    return 204
  }
  // Without an id in the body (`includeEventId: false`) its signature tells events apart.
  const id = delivery.id ?? signature ?? ''
  if (!handled.has(id)) process.stdout.write(`${id} ${delivery.event}\n`)
  handled.add(id)
  return 204
}

const server = createServer((request, response) => {
  receive(request, secret).then(
    (status) => response.writeHead(status).end(),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      response.writeHead(500).end()
    },
  )
})

server.listen(Number(process.argv[2] ?? 3000), '127.0.0.1', () => {
  process.stdout.write(`Listening on ${JSON.stringify(server.address())}\n`)
})
