import type { BackendTool } from './backend-tool.ts'
import type { Model } from './model.ts'

/** An assistant that is ready to answer. */
export interface Assistant {
  readonly model: Model
  readonly system: string | undefined
  readonly tools: readonly BackendTool[]
  readonly maxSteps: number
  readonly maxOutputTokens: number | undefined
  readonly takesClientSystem: boolean
}

export interface Assistants {
  /** Undefined when the project has no such assistant. */
  find(projectId: string, assistantId: string): Promise<Assistant | undefined>
}

/** Answers the chat call. */
export const DEFAULT_ASSISTANT = 'default'
