import { deleteEngineKey } from './delete-engine-key.ts'
import { listEngines } from './list-engines.ts'
import { setEngineKey } from './set-engine-key.ts'

export const engineOperations = [listEngines, setEngineKey, deleteEngineKey]
