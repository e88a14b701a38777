import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import type { Target } from '../target.ts'
import { GROWTH_BYTES, megabytes, write } from './body-flood.ts'

/**
 * Milliseconds between pieces. Node's parser takes some 5 ms for 64 KiB of such pieces, after which a body is refused.
 */
const BETWEEN_MS = 20

/**
 * Sends bodies in chunks of one byte, from many addresses without a credential: each chunk costs more than it holds.
 */
export async function tinyChunks(attack: Attack): Promise<void> {
  const target = await attack.target()
  // The first run compiles code, which is no part of the measurement.
  await flood(target, 5)
  const before = await target.server.rssBytes()
  const count = attack.size(100, 30)
  const rounds: number[] = []
  for (const round of ['first', 'second']) {
    await attack.during(`${count} bodies in chunks of one byte, the ${round} time`, target, () =>
      flood(target, count),
    )
    rounds.push((await target.server.rssBytes()) - before)
  }
  const [first = 0, second = 0] = rounds
  attack.expect(
    `Bodies in thousands of tiny pieces are refused: at most ${megabytes(GROWTH_BYTES)} MB more`,
    first <= GROWTH_BYTES && second <= GROWTH_BYTES,
    rounds.map((bytes) => `${megabytes(bytes)} MB more`),
  )
}

async function flood(target: Target, count: number): Promise<void> {
  const chunks = Buffer.from('1\r\na\r\n'.repeat(60_000))
  const sockets: Socket[] = []
  for (let i = 0; i < count; i++) {
    const socket = connect(target.port, '127.0.0.1')
    socket.on('error', () => socket.destroy())
    sockets.push(socket)
    socket.write(
      `POST /api/v1/collect HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.${i}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    )
    await write(socket, chunks)
    await sleep(BETWEEN_MS)
  }
  await sleep(500)
  for (const socket of sockets) socket.destroy()
}
