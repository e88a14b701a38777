interface AddedArgument {
  name: string
  /** The client that adds the argument. */
  client: string
  /** The address of the issue that reports the argument. */
  source: string
  /** The only value that the client sends; an argument with another value is refused like every unknown one. */
  only?: string
}

/**
 * Arguments that clients add to the calls of tools that have no such argument. They ask for nothing and narrow nothing,
 * so an answer without them is complete. Any other unknown argument is refused: it may be meant as a filter, and
 * ignoring it would give a wrong number.
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
