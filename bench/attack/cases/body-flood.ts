import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'

const BODY_BYTES = 5 * 1_024 * 1_024
/** The bytes that the server may grow by: its bounds on bodies of one caller and of all, with some room. */
export const GROWTH_BYTES = 96 * 1_024 * 1_024
const SETTLE_MS = 60_000
/** Two hundred senders of such pieces fill a gigabit a second, and no network lets more in. */
const PIECE_BYTES = 64 * 1_024
const PIECE_MS = 100

/**
 * Sends imports of 5 MB that never end, with a key that may not import and with one that may: the server holds no body
 * of the first, few of the second, and gives the memory back.
 */
export async function bodyFlood(attack: Attack): Promise<void> {
  const target = await attack.target({ scopes: 'analytics:read' })
  // A server that has answered nothing yet is smaller than it ever will be again.
  await attack.during('light calls alone', target, () => sleep(attack.size(5_000, 200)))
  const before = await target.server.rssBytes()
  const count = attack.size(200, 20)
  for (const [label, key, mayImport] of [
    ['imports that never end, without the scope', target.key, false],
    ['imports that never end, with it', target.everything, true],
  ] as const) {
    const peak = await attack.during(`${count} ${label}`, target, () => flood(target, key, count))
    const grown = peak.bytes - before
    attack.expect(
      `${label}: at most ${megabytes(GROWTH_BYTES)} MB more`,
      grown <= GROWTH_BYTES,
      `${megabytes(grown)} MB more, ${peak.refused} of ${count} refused`,
    )
    attack.expect(
      `${label}: refused before they are read to the end`,
      peak.refused >= (mayImport ? count - 3 : count),
      `${peak.refused} of ${count}`,
    )
  }
  const light = await target.get('/api/v1/sites', target.bystander)
  attack.expect('others are answered', light.status === 200, String(light.status))
  if (attack.isShort) return
  await sleep(SETTLE_MS)
  const after = await target.server.rssBytes()
  attack.expect(
    'a minute later the memory is back within 20 %',
    after <= before * 1.2,
    `${megabytes(before)} MB before, ${megabytes(after)} MB after`,
  )
}

async function flood(target: Target, key: string, count: number) {
  const sockets = await Promise.all(Array.from({ length: count }, () => unfinished(target, key)))
  let bytes = 0
  for (let turn = 0; turn < 10; turn++) {
    bytes = Math.max(bytes, await target.server.rssBytes())
    await sleep(100)
  }
  const refused = sockets.filter(({ answered }) => answered()).length
  for (const { socket } of sockets) socket.destroy()
  return { bytes, refused }
}

/** Sends all of an import but its last byte. */
async function unfinished({ port, siteId }: Target, key: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let isAnswered = false
  socket.on('data', () => {
    isAnswered = true
  })
  // The server may hang up while the rest is on its way.
  socket.on('error', () => socket.destroy())
  const head = [
    `POST /api/v1/prompts/${siteId}/import HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/x-ndjson',
    `Content-Length: ${BODY_BYTES}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  for (let left = BODY_BYTES - 1; left > 0 && !socket.destroyed; left -= PIECE_BYTES) {
    await write(socket, Buffer.alloc(Math.min(PIECE_BYTES, left), 'x'))
    await sleep(PIECE_MS)
  }
  return { socket, answered: () => isAnswered }
}

export function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      socket.off('close', done)
      resolve()
    }
    socket.once('close', done)
    socket.write(piece, done)
  })
}

export const megabytes = (bytes: number): string => (bytes / 1_024 / 1_024).toFixed(0)
