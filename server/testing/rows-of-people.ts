import type { StorePlace } from '../../scripts/store-place.ts'
import { readAllRows, type AllRows } from './read-all-rows.ts'

/** Tables of the desk, of cases, and of work in the background. */
const OTHERS = /^(?:cases|case_.*|desk_audit|desk_sessions|job_leases|write_checks)$/

/** Every row of persons, figures and limits, but for the budgets of cases. */
export async function readRowsOfPeople(
  place: Pick<StorePlace, 'databaseUrl' | 'dataDir'>,
): Promise<AllRows> {
  const all = Object.entries(await readAllRows(place))
  return Object.fromEntries(
    all
      .filter(([name]) => !OTHERS.test(name))
      .map(([name, rows]) => [name, rows.filter((row) => !row.includes('caseTokensPerDay'))]),
  )
}
