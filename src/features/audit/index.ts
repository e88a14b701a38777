import { listAudit } from './list-audit.ts'

export const auditOperations = [listAudit]
