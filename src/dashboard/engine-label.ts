/** How the assistants that people use most write themselves. */
const LABELS = new Map([
  ['chatgpt', 'ChatGPT'],
  ['claude', 'Claude'],
  ['perplexity', 'Perplexity'],
  ['gemini', 'Gemini'],
  ['copilot', 'Copilot'],
  ['grok', 'Grok'],
  ['deepseek', 'DeepSeek'],
  ['mistral', 'Le Chat'],
  ['meta', 'Meta AI'],
  ['notebooklm', 'NotebookLM'],
  ['duckai', 'Duck.ai'],
])

/** Names an assistant as people know it; one that is not known here has its id. */
export const engineLabel = (engine: string): string => LABELS.get(engine) ?? engine
