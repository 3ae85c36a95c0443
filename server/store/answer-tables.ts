/** The part of an answer that only its provider reads: `step-memory.ts`. */
export interface StepMemoryTable {
  readonly thread_id: string
  readonly message_id: string
  readonly project_id: string
  readonly workspace_id: string
  readonly data: string
}

/** How an answer used the owner's pages: `answer-knowledge.ts`. */
export interface AnswerKnowledgeTable {
  readonly thread_id: string
  readonly message_id: string
  readonly project_id: string
  readonly workspace_id: string
  readonly is_unanswered: number
  readonly data: string
  readonly created_at: string
}
