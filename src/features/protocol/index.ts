import { buildAskLink } from './build-ask-link.ts'
import { completeSchemas, completeTargets, completeVectors } from './completions.ts'
import { readAskTarget, readProtocolSchema, readVectorSet } from './documents.ts'
import { evaluateAskPolicy } from './evaluate-ask-policy.ts'
import { getProtocolSchema } from './get-protocol-schema.ts'
import { lintAskPrompt } from './lint-ask-prompt.ts'
import { listAskTargets } from './list-ask-targets.ts'
import { nameAskedPage } from './name-page.ts'
import { verifyAskLink } from './verify-ask-link.ts'

export { buildAskLink } from './build-ask-link.ts'
export { completeSchemas, completeTargets, completeVectors } from './completions.ts'
export { fixedText, readAskTarget, readProtocolSchema, readVectorSet } from './documents.ts'
export { evaluateAskPolicy } from './evaluate-ask-policy.ts'
export { getProtocolSchema } from './get-protocol-schema.ts'
export { lintAskPrompt } from './lint-ask-prompt.ts'
export { listAskTargets } from './list-ask-targets.ts'
export { AskedPage, nameAskedPage } from './name-page.ts'
export { verifyAskLink } from './verify-ask-link.ts'

/** All operations of the Ask AI Protocol that anyone may call; they show no data of any organization. */
export const protocolOperations = [
  listAskTargets,
  buildAskLink,
  evaluateAskPolicy,
  lintAskPrompt,
  verifyAskLink,
  getProtocolSchema,
  readProtocolSchema,
  readVectorSet,
  readAskTarget,
  nameAskedPage,
  completeTargets,
  completeSchemas,
  completeVectors,
]
