import type { ServerDefinition } from '../../kernel/assistants/server-definition.ts'
import type { Operation } from '../../kernel/door/operation.ts'
import { answerRequest } from './answer-request.ts'
import { authorize } from './authorize.ts'
import { registerClient } from './clients/register-client.ts'
import { issueTokens } from './issue-tokens.ts'
import { OauthResources } from './oauth-resources.ts'
import { revokeToken } from './revoke-token.ts'
import { sendSignIn, showSignIn } from './sign-in-form.ts'

/** Makes the operations by which people connect clients of MCP to the servers that take a credential. */
export function oauthOperations(servers: readonly ServerDefinition[]): Operation[] {
  const resources = new OauthResources(servers)
  return [
    authorize(resources),
    answerRequest(resources),
    issueTokens(resources),
    revokeToken,
    registerClient,
    showSignIn,
    sendSignIn,
  ]
}
