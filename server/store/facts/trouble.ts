/** Reasons to look at an answer, by their number in `answer_facts.trouble`: the worse, the higher. */
export const TROUBLES = {
  'bad-rating': 32,
  unanswered: 16,
  error: 8,
  'tool-failed': 4,
  stopped: 2,
  repeated: 1,
} as const
export type Trouble = keyof typeof TROUBLES

/** The reasons in a sum of their numbers, the worst first. */
export const readTroubles = (sum: number): readonly Trouble[] =>
  (Object.keys(TROUBLES) as Trouble[]).filter((name) => (sum & TROUBLES[name]) !== 0)

interface TroubledRow {
  readonly rating: 'good' | 'bad' | null
  readonly is_unanswered: number
  readonly is_repeated: number
  readonly state: string
  readonly tools: string
}

/** The sum of the numbers of all reasons. */
export function sumTroubles(row: TroubledRow): number {
  const has: Readonly<Record<Trouble, boolean>> = {
    'bad-rating': row.rating === 'bad',
    unanswered: row.is_unanswered === 1,
    error: row.state === 'error',
    'tool-failed': readToolUses(row.tools).some(({ failed }) => failed),
    stopped: row.state === 'stopped',
    repeated: row.is_repeated === 1,
  }
  return (Object.keys(TROUBLES) as Trouble[]).reduce(
    (sum, name) => sum + (has[name] ? TROUBLES[name] : 0),
    0,
  )
}

/** A call of a tool in an answer. */
export interface ToolUse {
  readonly name: string
  readonly failed: boolean
}

/** The column `answer_facts.tools`. */
export const readToolUses = (column: string): readonly ToolUse[] =>
  JSON.parse(column) as readonly ToolUse[]
