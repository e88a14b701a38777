interface AddedArgument {
  name: string
  /** The client that adds it. */
  client: string
  /** The address of the issue that reports it. */
  source: string
  /** The only value that is the client's; with any other one the argument is refused as every unknown one. */
  only?: string
}

/**
 * Arguments that clients add to the calls of tools that have none of that name. They ask for nothing and narrow nothing, so
 * an answer without them is whole. Any other unknown argument is refused: one that was meant as a filter would be a wrong
 * number.
 */
export const ADDED_ARGUMENTS: readonly AddedArgument[] = [
  {
    name: 'task_progress',
    client: 'Cline',
    source: 'https://github.com/cline/cline/issues/10426',
  },
  {
    name: 'wait_for_previous',
    client: 'Gemini CLI',
    source: 'https://github.com/google-gemini/gemini-cli/issues/27403',
  },
  {
    name: 'toolCallId',
    client: 'n8n',
    source: 'https://github.com/n8n-io/n8n/issues/21500',
  },
  {
    name: 'sessionId',
    client: 'n8n, from its chat trigger',
    source: 'https://github.com/n8n-io/n8n/issues/22787',
  },
  {
    name: 'chatInput',
    client: 'n8n, from its chat trigger',
    source: 'https://github.com/n8n-io/n8n/issues/22787',
  },
  {
    name: 'action',
    client: 'n8n, from its chat trigger',
    source: 'https://github.com/n8n-io/n8n/issues/22787',
    only: 'sendMessage',
  },
]
