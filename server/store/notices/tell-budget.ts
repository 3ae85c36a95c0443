import type { BudgetLine, BudgetPlace } from '../budget-lines.ts'
import { tellNotice, type NoticePlace } from './tell-notice.ts'

/** Parts of a budget, in per cent, at which owners are told. */
const TOLD_PERCENTS = [80, 100] as const
const PERCENT = 100

/** Tells of budgets of which enough is used, once a day for each part. */
export async function tellUsed(
  place: NoticePlace,
  budget: BudgetPlace,
  usedOf: (line: BudgetLine) => number,
): Promise<void> {
  for (const line of budget.lines) {
    const { whole } = line
    if (whole === undefined) continue
    const used = usedOf(line)
    for (const percent of TOLD_PERCENTS) {
      if (used * PERCENT >= whole * percent)
        await tell(place, budget, line, { percent, used, whole })
    }
  }
}

/** Tells of a budget, or of the visitors' part of it, that refuses further answers. */
export async function tellUsedUp(
  place: NoticePlace,
  budget: BudgetPlace,
  line: BudgetLine,
): Promise<void> {
  const { whole, max, isForAnswers } = line
  if (whole === undefined || isForAnswers !== true) return
  await tell(place, budget, line, { percent: 100, used: max, whole })
}

interface Reached {
  readonly percent: number
  readonly used: number
  readonly whole: number
}

async function tell(
  place: NoticePlace,
  { projectId, day }: BudgetPlace,
  { name, key, unit, max }: BudgetLine,
  { percent, used, whole }: Reached,
): Promise<void> {
  const forWhom = percent === 100 && used < whole && used >= max ? 'visitors' : 'everybody'
  await tellNotice(place, {
    projectId,
    event: 'budget.reached',
    data: { budget: name, unit, percent, used, limit: whole, day, forWhom, assistant: key || null },
    dedupe: `budget ${day} ${projectId} ${name} ${key} ${percent} ${forWhom}`,
  })
}
