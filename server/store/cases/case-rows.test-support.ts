import type { Kysely } from 'kysely'
import { insertAll } from '../insert-all.test-support.ts'
import type { Tables } from '../tables.ts'

/** Tables of migration 0028, those that refer to others first. */
export const CASE_TABLES = ['case_attempts', 'case_runs', 'cases'] as const

/** Cases and runs of many projects, and many attempts of one run. */
export async function fillManyCaseRows(
  db: Kysely<Tables>,
  numbers: readonly number[],
  time: string,
): Promise<void> {
  await insertAll(db, 'cases', numbers, (n) => ({
    id: `c${n}`,
    project_id: `p${n % 500}`,
    name: `Case ${n}`,
    data: '{}',
    changed_by: null,
    changed_at: time,
    thread_id: null,
    message_id: null,
  }))
  await insertAll(db, 'case_runs', numbers, (n) => ({
    id: `r${n}`,
    project_id: `p${n % 500}`,
    state: 'done' as const,
    sides: '["live"]',
    times: 1,
    started_by: null,
    is_whole: 1,
    started_at: time,
    ended_at: time,
    draft_revision: null,
    published_number: null,
    nightly_day: null,
    external_id: null,
  }))
  await insertAll(db, 'case_attempts', numbers, (n) => ({
    run_id: `r${n % 100 || 1}`,
    place: n,
    case_id: `c${n}`,
    side: 'live' as const,
    has_passed: 1,
    data: '{}',
  }))
}
