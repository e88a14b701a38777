import { register } from 'tsx/esm/api'

register()
export const { double, fail, stall, devour } = await import('./thread-tasks.ts')
