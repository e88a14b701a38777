import { register } from 'tsx/esm/api'

register()
export const { double, fail, never, devour } = await import('./thread-tasks.ts')
