import {
  addAnswerKnowledge,
  replaceAnswerKnowledge,
  type UsedKnowledge,
} from './answer-knowledge.ts'
import type { Trx } from './database.ts'
import { queueFacts } from './facts/facts-due.ts'
import { addStepMemory, replaceStepMemory, type AnswerPlace } from './step-memory.ts'

/** Rows beside an answer, which people do not read. */
export interface BesideAnswer {
  /** As JSON text; absent: none. */
  readonly memory?: string | undefined
  /** Absent: it did not use the owner's pages. */
  readonly knowledge?: UsedKnowledge | undefined
}

/** Adds the rows beside a new answer. */
export async function addBesideAnswer(
  trx: Trx,
  place: AnswerPlace,
  { memory, knowledge }: BesideAnswer,
  now: string,
): Promise<void> {
  await addStepMemory(trx, place, memory)
  await addAnswerKnowledge(trx, place, knowledge, now)
  await queueFacts(trx, place, now)
}

/** Replaces the rows beside an answer whose content is replaced. */
export async function replaceBesideAnswer(
  trx: Trx,
  place: AnswerPlace,
  { memory, knowledge }: BesideAnswer,
  now: string,
): Promise<void> {
  await replaceStepMemory(trx, place, memory)
  await replaceAnswerKnowledge(trx, place, knowledge, now)
  await queueFacts(trx, place, now)
}
