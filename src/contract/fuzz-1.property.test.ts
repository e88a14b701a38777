import { fuzzRoutes, LONG } from '../testing/fuzz-routes.ts'

fuzzRoutes({ ...LONG, nth: 0, of: 4 })
