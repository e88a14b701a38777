import { fuzzRoutes, LONG } from '../testing/fuzz-routes.ts'

fuzzRoutes({ ...LONG, nth: 3, of: 4 })
