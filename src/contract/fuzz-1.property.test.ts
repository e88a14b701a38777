import { fuzzRoutes } from '../testing/fuzz-routes.ts'

fuzzRoutes({ valid: 300, invalid: 1_000, timeoutMs: 300_000, nth: 0, of: 4 })
