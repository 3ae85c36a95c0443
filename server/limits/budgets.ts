import { AlcoveError } from '../../shared/errors.ts'
import type { AddressKey } from './address-key.ts'
import { reportHourly, type Counters } from './counters.ts'
import type { BudgetName, LimitTable } from './limit-table.ts'
import type { Subject } from './limits.ts'
import type { ShareAlarm } from './share-alarm.ts'
import { addressPart, isAddressShare, visitorsPart } from './visitor-shares.ts'

/** Reserved tokens of one answer besides its prompt, since its length is unknown before. */
export const RESERVED_TOKENS = 8_000
/** The embedding of pages can wait, so it may take at most this share of a budget. */
export const EMBEDDING_SHARE = 0.5
/** Titles are optional, so they may take at most this share of a budget. */
export const TITLE_SHARE = 0.5

const MS_PER_SECOND = 1_000
const DAY_MS = 86_400_000

/** The budget of an address, for each unit. */
const ADDRESS_BUDGETS = {
  calls: 'anonymousModelCallsPerAddressPerDay',
  tokens: 'anonymousTokensPerAddressPerDay',
} as const satisfies Record<string, BudgetName>

/** Cost of model calls. */
export interface Cost {
  readonly calls: number
  readonly tokens: number
}

/** Budgets of a project, or of one of its assistants. */
type PoolName = Exclude<BudgetName, (typeof ADDRESS_BUDGETS)[keyof Cost]>

interface Line {
  readonly name: BudgetName
  readonly key: string
  readonly unit: keyof Cost
  readonly max: number
  /** The whole budget of the project or its assistant. */
  readonly whole?: number
  /** True if answers are refused once `max` is used. */
  readonly isForAnswers?: boolean
}

/** Counts the costs of a day, for all servers together. */
export interface Ledger<Reservation extends Cost> {
  /** Returns the line that is used up if nothing was reserved. */
  reserve(
    projectId: string,
    lines: readonly Line[],
    wanted: Cost,
  ): Promise<Reservation | { readonly name: string }>
  settle(reservation: Reservation, cost: Cost): Promise<void>
}

/** A reserved part of a day's budgets. */
export interface Reserved extends Cost {
  /**
   * Replaces the reserved by the actual cost. If the process dies before, the reserved cost stays counted.
   */
  settle(cost: Cost): Promise<void>
}

/** @throws AlcoveError `budget_exhausted` (`data.retryAfter`, seconds). */
export interface Budgets {
  /**
   * Reserves an answer of so many model calls, or of fewer if no more are left.
   *
   * @param promptTokens estimate of the prompt: without it, each of several concurrent long prompts would
   * find the space that the others take.
   */
  reserveAnswer(
    subject: Subject,
    assistantId: string,
    calls: number,
    promptTokens: number,
  ): Promise<Reserved>
  /** Reserves the one call of a title. */
  reserveTitle(subject: Subject, assistantId: string): Promise<Reserved>
  /**
   * Reserves a call of an embedding model, of the project's budgets alone: a person's answer, for which a question is
   * embedded, has been counted.
   *
   * @param tokens estimate of the texts; all of them are reserved or none.
   */
  reserveEmbedding(
    projectId: string,
    purpose: 'pages' | 'questions',
    tokens: number,
  ): Promise<Reserved>
}

export interface BudgetsParts<Reservation extends Cost> {
  /** Returns a project's limits; called for each call. */
  readonly tableOf: (projectId: string) => LimitTable
  readonly ledger: Ledger<Reservation>
  readonly counters: Pick<Counters, 'take'>
  readonly addressKey: AddressKey
  readonly warnOfUsedUpShare: ShareAlarm
  /**
   * Called when a budget of the day, or the visitors' part of it, is used up: calls are refused until the day
   * ends.
   */
  readonly onUsedUp: (projectId: string, name: string, forWhom: 'everybody' | 'visitors') => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Used if budgets are off. */
const UNLIMITED: Reserved = {
  calls: Number.POSITIVE_INFINITY,
  tokens: 0,
  settle: () => Promise.resolve(),
}

export function createBudgets<Reservation extends Cost>(parts: BudgetsParts<Reservation>): Budgets {
  const { tableOf, ledger, counters, addressKey, warnOfUsedUpShare, onUsedUp, now } = parts

  /** @param share of each budget, for calls that leave the rest to others. */
  function linesOf(subject: Subject, assistantId: string, share: number): readonly Line[] {
    const { budgets, amounts } = tableOf(subject.projectId)
    const line = (name: BudgetName, key: string, unit: keyof Cost, max: number): Line => ({
      name,
      key,
      unit,
      max: Math.floor(max * share),
    })
    const pool = (name: PoolName, key: string, unit: keyof Cost, max: number): Line => ({
      ...line(name, key, unit, max),
      whole: budgets[name],
      isForAnswers: share === 1,
    })
    const pools = [
      { name: 'modelCallsPerProjectPerDay', key: '', unit: 'calls' },
      { name: 'modelCallsPerAssistantPerDay', key: assistantId, unit: 'calls' },
      { name: 'tokensPerProjectPerDay', key: '', unit: 'tokens' },
      { name: 'tokensPerAssistantPerDay', key: assistantId, unit: 'tokens' },
    ] as const
    if (subject.kind === 'host') {
      return pools.map(({ name, key, unit }) => pool(name, key, unit, budgets[name]))
    }
    const address = addressKey(subject.address ?? '')
    return pools.flatMap(({ name, key, unit }) => {
      const shared = visitorsPart(budgets[name])
      const ofAddress = ADDRESS_BUDGETS[unit]
      const part = addressPart(amounts, shared, budgets[ofAddress])
      // Counted for each assistant too: one with a smaller budget than its project has smaller shares.
      const addressLine = line(ofAddress, key === '' ? address : `${address} ${key}`, unit, part)
      return [addressLine, pool(name, key, unit, shared)]
    })
  }

  async function raiseAlarm(projectId: string, limit: string, subject: Subject) {
    if (isAddressShare(limit)) {
      return warnOfUsedUpShare(projectId, limit, subject.address ?? '')
    }
    const forWhom = subject.kind === 'host' ? 'everybody' : 'visitors'
    const alarm = { name: 'budgetAlarmsPerHour', key: `${limit} ${forWhom}` }
    return reportHourly(counters, projectId, alarm, () => onUsedUp(projectId, limit, forWhom))
  }

  async function reserve(subject: Subject, assistantId: string, wanted: Cost, share: number) {
    const { projectId } = subject
    if (tableOf(projectId).rates === 'off') return UNLIMITED
    const lines = linesOf(subject, assistantId, share)
    const reserved = await ledger.reserve(projectId, lines, wanted)
    if ('name' in reserved) {
      if (share === 1) await raiseAlarm(projectId, reserved.name, subject)
      throw createUsedUpError(now())
    }
    return { ...reserved, settle: (cost: Cost) => ledger.settle(reserved, cost) }
  }

  return {
    reserveAnswer: (subject, assistantId, calls, promptTokens) =>
      reserve(subject, assistantId, { calls, tokens: RESERVED_TOKENS + promptTokens }, 1),
    reserveTitle: (subject, assistantId) =>
      reserve(subject, assistantId, { calls: 1, tokens: RESERVED_TOKENS }, TITLE_SHARE),
    async reserveEmbedding(projectId, purpose, tokens) {
      const { rates, budgets } = tableOf(projectId)
      if (rates === 'off') return UNLIMITED
      const share = purpose === 'pages' ? EMBEDDING_SHARE : 1
      const line = (name: BudgetName, unit: keyof Cost): Line => ({
        name,
        key: '',
        unit,
        max: Math.floor(budgets[name] * share),
        whole: budgets[name],
      })
      const lines = [
        line('modelCallsPerProjectPerDay', 'calls'),
        line('tokensPerProjectPerDay', 'tokens'),
      ]
      const reserved = await ledger.reserve(projectId, lines, { calls: 1, tokens })
      if ('name' in reserved) throw createUsedUpError(now())
      if (reserved.tokens < tokens) {
        await ledger.settle(reserved, { calls: 0, tokens: 0 })
        throw createUsedUpError(now())
      }
      return { ...reserved, settle: (cost: Cost) => ledger.settle(reserved, cost) }
    },
  }
}

/** The day ends at midnight UTC, for everybody. */
function createUsedUpError(now: number): AlcoveError {
  const retryAfter = Math.ceil((DAY_MS - (now % DAY_MS)) / MS_PER_SECOND)
  return new AlcoveError(
    'budget_exhausted',
    'No more answers can be given today. Try again after midnight UTC.',
    { data: { retryAfter } },
  )
}
