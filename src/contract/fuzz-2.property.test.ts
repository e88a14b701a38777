import { fuzzRoutes, LONG } from '../testing/fuzz-routes.ts'

fuzzRoutes({ ...LONG, nth: 1, of: 4 })
