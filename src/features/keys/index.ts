import { createKey } from './create-key.ts'
import { getKey } from './get-key.ts'
import { listKeys } from './list-keys.ts'
import { endGrant, listGrants, updateGrant } from './own-grants.ts'
import { revokeKey } from './revoke-key.ts'
import { rotateKey } from './rotate-key.ts'
import { updateKey } from './update-key.ts'

export const keyOperations = [
  createKey,
  listKeys,
  getKey,
  updateKey,
  rotateKey,
  revokeKey,
  listGrants,
  updateGrant,
  endGrant,
]
