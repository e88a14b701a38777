import { addDomain } from './add-domain.ts'
import { deleteDomain } from './delete-domain.ts'
import { listDomains } from './list-domains.ts'
import { verifyDomain } from './verify-domain.ts'

export const domainOperations = [listDomains, addDomain, verifyDomain, deleteDomain]
