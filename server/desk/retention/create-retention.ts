import type { RetentionPreview } from '../../../shared/desk/reports.ts'
import type { ProjectConfig } from '../../projects/project.ts'
import type { Store } from '../../store/store.ts'

const DAY_MS = 86_400_000
/** Conversations that one transaction removes: others write between two. */
export const REMOVED_AT_ONCE = 50
/** Prompts and texts that one transaction removes. */
const ROWS_AT_ONCE = 500

type Rules = Pick<ProjectConfig, 'retention' | 'promptDays' | 'keepPrompts' | 'limits'>

export interface RetentionSetup {
  readonly store: Pick<Store, 'facts' | 'projects'>
  readonly rulesOf: (projectId: string) => Promise<Rules>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Retention {
  /** Removes what is older than its project keeps it, in steps. Returns how many rows were removed. */
  remove(): Promise<number>
  /** Counts the rows that the next removal would remove, up to a bound. */
  preview(projectId: string): Promise<RetentionPreview>
}

export function createRetention({ store, rulesOf, now }: RetentionSetup): Retention {
  const { facts, projects } = store
  const before = (days: number) => new Date(now() - days * DAY_MS).toISOString()

  function expiredOf(projectId: string, { retention }: Rules) {
    const { namedDays, anonymousDays } = retention
    return [
      { days: namedDays, isAnonymous: false },
      { days: anonymousDays, isAnonymous: true },
    ].flatMap(({ days, isAnonymous }) =>
      days === undefined ? [] : [{ projectId, isAnonymous, before: before(days) }],
    )
  }

  async function removeOf(projectId: string) {
    const rules = await rulesOf(projectId)
    const { promptDays, keepPrompts } = rules
    let total = 0
    for (const expired of expiredOf(projectId, rules)) {
      total += await untilNone(() => facts.removeExpired(expired, REMOVED_AT_ONCE))
    }
    const oldest = keepPrompts ? before(promptDays) : before(0)
    return total + (await untilNone(() => facts.removeOldPrompts(projectId, oldest, ROWS_AT_ONCE)))
  }

  return {
    async remove() {
      let total = 0
      for (const { id } of await projects.list()) total += await removeOf(id)
      await untilNone(() => facts.removeLooseTexts())
      return total
    },
    async preview(projectId) {
      const rules = await rulesOf(projectId)
      const { namedDays = null, anonymousDays = null } = rules.retention
      const counts = await Promise.all(
        expiredOf(projectId, rules).map((expired) => facts.countExpired(expired)),
      )
      return {
        namedDays,
        anonymousDays,
        anonymousIdleDays: rules.limits.amounts.anonymousIdleDays,
        conversations: counts.reduce((sum, { conversations }) => sum + conversations, 0),
        messages: counts.reduce((sum, { messages }) => sum + messages, 0),
        isCut: counts.some(({ isCut }) => isCut),
        oldest: counts.flatMap(({ oldest }) => oldest ?? []).toSorted()[0] ?? null,
      }
    },
  }
}

async function untilNone(step: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const count = await step()
    total += count
    if (count === 0) return total
  }
}
