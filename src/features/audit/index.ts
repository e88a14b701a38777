import { checkAuditChain } from './check-chain.ts'
import { listAudit } from './list-audit.ts'

export const auditOperations = [listAudit, checkAuditChain]
