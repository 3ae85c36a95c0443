import { toMessage } from '../../runs/read-history.ts'
import type { EndedAnswer, KeepFacts } from '../../runs/keep-run.ts'
import { readUses } from '../../models/search-memory.ts'
import { DEFAULT_ASSISTANT } from '../../models/model.ts'
import { inTurns } from '../../steps/in-turns.ts'
import type { DueAnswer, Store } from '../../store/store.ts'
import { costMicros } from './cost.ts'
import { describeAnswer, type FactRules } from './describe-answer.ts'
import { describePrompts } from './describe-prompts.ts'

/** Answers that a sweep reads at once. */
const SWEPT_AT_ONCE = 50

export interface AnswerFactsSetup extends FactRules {
  readonly store: Pick<Store, 'facts'>
  /** True if the project keeps prompts. */
  readonly keepsPrompts: (projectId: string) => Promise<boolean>
  readonly now: () => Date
  readonly onError: (error: unknown) => void
}

/** A call of an embedding model. */
export interface CalledEmbedding {
  readonly projectId: string
  readonly model: string
  readonly tokens: number
}

export interface AnswerFacts {
  /** Writes the facts of an answer that this process has made, and its prompts. */
  readonly keep: KeepFacts
  /** Counts a call of an embedding model to the day of the desk, with its cost. Never rejects. */
  countEmbedding(called: CalledEmbedding): Promise<void>
  /**
   * Writes facts that are missing: of a process that died, or of an older version. Returns how many answers it
   * has seen.
   */
  sweep(signal: AbortSignal): Promise<number>
}

export function createAnswerFacts(setup: AnswerFactsSetup): AnswerFacts {
  const { store, keepsPrompts, now, onError } = setup

  async function keepPrompts({ run, record }: EndedAnswer) {
    const { projectId } = run.scope
    if (record.calls.length === 0 || !(await keepsPrompts(projectId))) return
    const { threadId, messageId } = run
    const described = await inTurns(describePrompts(record.calls))
    await store.facts.savePrompts({ projectId, threadId, messageId, ...described })
  }

  async function writeDue(due: DueAnswer) {
    const stored = await store.facts.readAnswer(due)
    const answer = stored && toMessage(stored.answer)
    if (!stored || answer?.role !== 'assistant') return store.facts.postpone(due)
    const { question, report, projectId } = stored
    const wholeMs = report?.durationMs ?? 0
    const endedAt = stored.answer.updatedAt
    const facts = await describeAnswer(
      {
        ...due,
        projectId,
        assistant: DEFAULT_ASSISTANT,
        model: report?.modelId ?? null,
        startedAt: new Date(Date.parse(endedAt) - wholeMs).toISOString(),
        endedAt,
        firstWordMs: null,
        wholeMs,
        answer,
        uses: readUses(stored.knowledge)?.uses ?? [],
        question: question && toMessage(question),
      },
      setup,
    )
    await store.facts.save(facts)
  }

  return {
    async countEmbedding({ projectId, model, tokens }) {
      const day = setup.dayOf(now().toISOString())
      const priced = { inputTokens: tokens, cachedTokens: null, outputTokens: 0 }
      const cost = costMicros(setup.prices, model, day, priced)
      const call = { projectId, day, model, tokens, costMicros: cost }
      await store.facts.addEmbedding(call).catch(onError)
    },
    async keep(ended) {
      const { run, answer, assistant, modelName, firstWordMs, record } = ended
      const { threadId, messageId, parentId, startedAt } = run
      const question = await store.facts.readQuestion(threadId, parentId)
      const endedAt = now().toISOString()
      const facts = await describeAnswer(
        {
          projectId: run.scope.projectId,
          threadId,
          messageId,
          assistant,
          model: modelName,
          startedAt,
          endedAt,
          firstWordMs,
          wholeMs: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)),
          answer,
          uses: answer.uses ?? [],
          question: question && toMessage(question),
          failure: record.failure,
        },
        setup,
      )
      // First, so that nothing is due once all is written.
      await keepPrompts(ended).catch(onError)
      await store.facts.save(facts)
    },
    async sweep(signal) {
      let seen = 0
      while (!signal.aborted) {
        const due = await store.facts.listDue(SWEPT_AT_ONCE)
        if (due.length === 0) return seen
        for (const each of due) {
          if (signal.aborted) return seen
          await writeDue(each).catch(async (error: unknown) => {
            onError(error)
            await store.facts.postpone(each)
          })
          seen += 1
        }
      }
      return seen
    },
  }
}
