import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HttpConnection } from './http-connection.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'
const REQUEST = Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')

let server: Server
let sockets: Socket[]
/** The server's reaction to the request of that number, counted over all connections. */
let onRequest: (socket: Socket, number: number) => void

beforeEach(async () => {
  sockets = []
  let requests = 0
  server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => socket.destroy())
    socket.on('data', () => onRequest(socket, ++requests))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const open = () => HttpConnection.open((server.address() as AddressInfo).port)

it('a connection opens again where the server closed it while it was idle', async () => {
  onRequest = (socket, number) => (number === 1 ? socket.end(ANSWER) : socket.write(ANSWER))
  await using connection = await open()
  expect((await connection.exchange(REQUEST)).status).toBe(200)
  await once(sockets[0]!, 'close')
  expect((await connection.exchange(REQUEST)).status).toBe(200)
  expect(sockets).toHaveLength(2)
})

it('a connection opens again where the server resets it as the request arrives', async () => {
  onRequest = (socket, number) => (number === 2 ? socket.resetAndDestroy() : socket.write(ANSWER))
  await using connection = await open()
  await connection.exchange(REQUEST)
  expect((await connection.exchange(REQUEST)).status).toBe(200)
})

it('an exchange fails where a new connection is closed, or an answer breaks off', async () => {
  onRequest = (socket) => socket.resetAndDestroy()
  await using refused = await open()
  await expect(refused.exchange(REQUEST)).rejects.toThrow(/ECONNRESET|closed/)

  let answers = 0
  onRequest = (socket) => (++answers === 1 ? socket.write(ANSWER) : socket.end(ANSWER.slice(0, -1)))
  await using cut = await open()
  await cut.exchange(REQUEST)
  await expect(cut.exchange(REQUEST)).rejects.toThrow('The server closed the connection')
})
