import { fuzzRoutes } from '../testing/fuzz-routes.ts'

// Some requests of each route; `npm run test:long` sends 300 valid and 1,000 invalid ones.
fuzzRoutes({ valid: 3, invalid: 15 })
