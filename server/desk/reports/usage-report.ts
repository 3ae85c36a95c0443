import type { Usage, USAGE_GROUPS } from '../../../shared/desk/reports.ts'
import {
  bucketMs,
  NO_FIGURES,
  type FigureSums,
  type ReportedProject,
  type ReportPeriod,
} from '../../store/store.ts'
import { listDays } from './days.ts'
import { percentile } from './percentile.ts'
import type { ReportParts } from './report-parts.ts'

export type UsageGroup = (typeof USAGE_GROUPS)[number]
type Figures = Usage['total']
type Speeds = ReadonlyMap<number, number>

const MICROS = 1_000_000
const HALF = 0.5
const MOST = 0.95

/** Figures of a period: sums, and a row for each value of a group; each day has a row. */
export async function reportUsage(
  { reports, currency }: Pick<ReportParts, 'reports' | 'currency'>,
  project: ReportedProject,
  period: ReportPeriod,
  group: UsageGroup,
): Promise<Omit<Usage, 'budgets'>> {
  const figures = await reports.sumFigures(project, period, group)
  const speeds = await reports.countSpeeds(project, period, group)
  const rows = keysOf(group, period, figures).map((key) => ({
    key,
    ...toFigures(figures.get(key) ?? NO_FIGURES, speeds.get(key) ?? new Map()),
  }))
  const total = toFigures(addFigures(figures.values()), addSpeeds(speeds.values()))
  return { from: period.from, to: period.to, currency, total, rows }
}

/** Days in their order; other values by their answers, the most first. */
function keysOf(
  group: UsageGroup,
  { from, to }: ReportPeriod,
  figures: ReadonlyMap<string, FigureSums>,
): readonly string[] {
  if (group !== 'day') {
    const answersOf = (key: string) => figures.get(key)?.answers ?? 0
    return [...figures.keys()].toSorted((a, b) => answersOf(b) - answersOf(a) || (a < b ? -1 : 1))
  }
  return listDays(from, to)
}

function toFigures(sums: FigureSums, speeds: Speeds): Figures {
  return {
    visitors: sums.visitors,
    conversations: sums.conversations,
    answers: sums.answers,
    inputTokens: sums.input_tokens,
    cachedTokens: sums.cached_tokens,
    outputTokens: sums.output_tokens,
    reasoningTokens: sums.reasoning_tokens,
    embeddingCalls: sums.embedding_calls,
    embeddingTokens: sums.embedding_tokens,
    cost: costOf(sums),
    unpriced: sums.unpriced,
    firstWordP50Ms: percentile(speeds, HALF, bucketMs),
    firstWordP95Ms: percentile(speeds, MOST, bucketMs),
  }
}

/** Null if something was used, and nothing of it has a price. */
export const costOf = (sums: FigureSums): number | null => {
  const { answers, unpriced, cost_micros: micros, embedding_calls: calls } = sums
  const isUnpriced = micros === 0 && answers + calls > 0 && unpriced >= answers
  return isUnpriced ? null : micros / MICROS
}

export function addFigures(all: Iterable<FigureSums>): FigureSums {
  const sum = { ...NO_FIGURES }
  const names = Object.keys(sum) as (keyof FigureSums)[]
  for (const figures of all) for (const name of names) sum[name] += figures[name]
  return sum
}

function addSpeeds(all: Iterable<Speeds>): Speeds {
  const sum = new Map<number, number>()
  for (const speeds of all) {
    for (const [bucket, answers] of speeds) sum.set(bucket, (sum.get(bucket) ?? 0) + answers)
  }
  return sum
}
