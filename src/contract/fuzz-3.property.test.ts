import { fuzzRoutes, LONG } from '../testing/fuzz-routes.ts'

fuzzRoutes({ ...LONG, nth: 2, of: 4 })
