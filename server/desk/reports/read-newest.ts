import type { ReportCursor } from '../../store/store.ts'

/** Rows of one kind that a report reads, of all its projects together. */
export const REPORT_ROWS_MAX = 20_000

/** Rows of a project, by their project. */
export type OfProject<Row> = Row & { readonly project: string }

export interface NewestRows<Row> {
  readonly rows: readonly OfProject<Row>[]
  /** True if older rows of the period were left out. */
  readonly isCut: boolean
}

/**
 * Reads the newest rows of projects, page by page; each project has the same share of the limit.
 *
 * @param list a page that begins after a row; an empty one is the last.
 */
export async function readNewest<Row>(
  projects: readonly string[],
  list: (project: string, before: ReportCursor | undefined) => Promise<readonly Row[]>,
  cursorOf: (row: Row) => ReportCursor,
  limit = REPORT_ROWS_MAX,
): Promise<NewestRows<Row>> {
  const rows: OfProject<Row>[] = []
  let isCut = false
  const share = Math.ceil(limit / Math.max(1, projects.length))
  for (const project of projects) {
    let left = share
    for (let before: ReportCursor | undefined; ;) {
      const page = await list(project, before)
      const last = page.at(-1)
      if (last === undefined) break
      rows.push(...page.slice(0, left).map((row) => ({ ...row, project })))
      left -= page.length
      if (left < 0) {
        isCut = true
        break
      }
      before = cursorOf(last)
    }
  }
  return { rows, isCut }
}
