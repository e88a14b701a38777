/** The names of the assistants that people use most, as their makers write them. */
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

/** Returns the name of an assistant as people know it; its id where no name is known. */
export const engineLabel = (engine: string): string => LABELS.get(engine) ?? engine
