import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../database.ts'
import { daySlices, type ReportedProject, type ReportPeriod } from './report-period.ts'
import { FIGURES } from '../facts/daily.ts'

/** Columns by which figures can be grouped. */
export type FigureGroup = 'day' | 'assistant' | 'model' | 'language'

/** Sums of `daily_figures`. */
export type FigureSums = Record<(typeof FIGURES)[number], number>

export const NO_FIGURES: Readonly<FigureSums> = Object.fromEntries(
  FIGURES.map((name) => [name, 0]),
) as FigureSums

const DAY_LENGTH = '2026-11-29'.length
/** Projects that a report over all of them looks into, when it reads more than figures. */
const BUSIEST_MOST = 20

/** Figures by day, which need no messages. */
export function createFigureQueries({ read, now, isShared }: Database) {
  return {
    /** Sums of a period for each value of the group that has figures, in no order. */
    async sumFigures(
      project: ReportedProject,
      period: Pick<ReportPeriod, 'from' | 'to'>,
      group: FigureGroup,
    ): Promise<ReadonlyMap<string, FigureSums>> {
      const sums = new Map<string, FigureSums>()
      for (const days of daySlices(project, period, isShared)) {
        const rows = await read((db) =>
          db
            .selectFrom('daily_figures')
            .where(inDays(project, days))
            .select(sql.ref<string>(group).as('key'))
            .select((columns) => FIGURES.map((name) => columns.fn.sum(name).as(name)))
            .groupBy(group)
            .execute(),
        )
        for (const row of rows) addSums(sums, row.key, row)
      }
      return sums
    },
    /** Answers by group and bucket of the time to their first word. */
    async countSpeeds(
      project: ReportedProject,
      period: Pick<ReportPeriod, 'from' | 'to'>,
      group: FigureGroup,
    ): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
      const speeds = new Map<string, Map<number, number>>()
      for (const days of daySlices(project, period, isShared)) {
        const rows = await read((db) =>
          db
            .selectFrom('daily_speeds')
            .where(inDays(project, days))
            .select([sql.ref<string>(group).as('key'), 'bucket'])
            .select(({ fn }) => fn.sum('answers').as('answers'))
            .groupBy([group, 'bucket'])
            .execute(),
        )
        for (const { key, bucket, answers } of rows) {
          const buckets = speeds.get(key) ?? new Map<number, number>()
          buckets.set(bucket, (buckets.get(bucket) ?? 0) + Number(answers))
          speeds.set(key, buckets)
        }
      }
      return speeds
    },
    /** Amounts of a project's budgets that are used today (UTC), by the budget's name. */
    async usedBudgets(
      project: string,
      names: readonly string[],
    ): Promise<ReadonlyMap<string, number>> {
      const lineOf = (name: string) => `${now().slice(0, DAY_LENGTH)} ${project} ${name} `
      const rows = await read((db) =>
        db
          .selectFrom('budgets')
          .select(['line', 'used'])
          .where('line', 'in', names.map(lineOf))
          .execute(),
      )
      const used = new Map(rows.map((row) => [row.line, Number(row.used)]))
      return new Map(names.map((name) => [name, used.get(lineOf(name)) ?? 0]))
    },
    /** Projects with the most answers of a period, at most {@link BUSIEST_MOST}. */
    async busiestProjects({
      from,
      to,
    }: Pick<ReportPeriod, 'from' | 'to'>): Promise<readonly string[]> {
      const rows = await read((db) =>
        db
          .selectFrom('daily_figures')
          .where(inDays(undefined, { from, to }))
          .select(({ fn }) => ['project_id', fn.sum('answers').as('answers')])
          .groupBy('project_id')
          .orderBy('answers', 'desc')
          .limit(BUSIEST_MOST)
          .execute(),
      )
      return rows.map((row) => row.project_id)
    },
  }
}

/** Keys begin with the project: without one, each project is looked up. */
const inDays = (
  project: ReportedProject,
  { from, to }: Pick<ReportPeriod, 'from' | 'to'>,
): RawBuilder<boolean> => sql<boolean>`
  ${project === undefined ? sql`project_id in (select projects.id from projects where suspended_at is null)` : sql`project_id = ${project}`}
  and day >= ${from} and day <= ${to}
`

function addSums(
  sums: Map<string, FigureSums>,
  key: string,
  row: Readonly<Record<keyof FigureSums, string | number | bigint>>,
): void {
  const sum = sums.get(key) ?? { ...NO_FIGURES }
  for (const name of FIGURES) sum[name] += Number(row[name])
  sums.set(key, sum)
}
