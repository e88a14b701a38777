import type { AppContext } from '../../kernel/app-context.ts'
import { Recent } from './recent.ts'
import type { AiScore } from './score-answer.ts'

/** What a running service remembers of scores. */
interface Memory {
  answers: Recent<AiScore>
  /** When a host or a site was scored, by its name. */
  asked: Recent<number[]>
}

const memories = new WeakMap<AppContext, Memory>()

export function memoryOf(app: AppContext): Memory {
  const memory = memories.get(app) ?? { answers: new Recent(500), asked: new Recent(10_000) }
  memories.set(app, memory)
  return memory
}
