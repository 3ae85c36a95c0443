import { NO_ANSWER_TOOL, SEARCH_TOOL } from '../../shared/knowledge-tools.ts'
import type { SourcePart } from '../../shared/thread/message.ts'
import type { BackendTool } from './backend-tool.ts'
import type { KnowledgeUse, ToldPiece } from './search-memory.ts'
import type { MessageWithMemory } from './step-memory.ts'

export { NO_ANSWER_TOOL, SEARCH_TOOL }

/** Tools of this server, whose names no other tool may have. */
export const KNOWLEDGE_TOOLS: ReadonlySet<string> = new Set([SEARCH_TOOL, NO_ANSWER_TOOL])

/** The owner's pages of a project, for its assistants. */
export interface ProjectKnowledge {
  /** True if an answer must not come from elsewhere. */
  readonly onlyFromKnowledge: boolean
  /** Tools that run without a person's approval after the model has read a passage. */
  readonly trustedTools: ReadonlySet<string>
  /** @param begun the answer that is continued. */
  open(reader: AnswerReader, begun?: MessageWithMemory): AnswerKnowledge
}

/** The user whose question is answered. */
export interface AnswerReader {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
}

/** The owner's pages for one answer. */
export interface AnswerKnowledge extends Pick<
  ProjectKnowledge,
  'onlyFromKnowledge' | 'trustedTools'
> {
  /** Search, and giving up. */
  readonly tools: readonly BackendTool[]
  /** All uses so far, in order. */
  readonly uses: readonly KnowledgeUse[]
  /** Passages that the model has read, by their number. */
  readonly told: ReadonlyMap<number, ToldPiece>
  /**
   * True if the model's prompt has passages of pages, also such that the client told. The owner's written answers are
   * his own words, as his instructions are.
   */
  readonly hasPassages: boolean
  /** The source of a passage that the model was told, with the address that opens it. Never rejects. */
  toSource(number: number): Promise<SourcePart | undefined>
}
