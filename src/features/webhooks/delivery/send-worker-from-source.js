// Starts the sending thread from TypeScript sources: on Node 20 a thread does not inherit tsx's loader.
import { register } from 'tsx/esm/api'

register()
await import('./send-worker.ts')
