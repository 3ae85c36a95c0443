import { useQueries, useQuery } from '@tanstack/react-query'
import { useLiveNumber } from '../../draft/draft-context.tsx'
import { usePage } from '../../session/session-context.tsx'
import { runQuery, runsQuery } from './case-queries.ts'
import { newestResults } from './results.ts'
import type { NewestResult } from './results.ts'

/** Newest runs in which results of cases are looked for. */
const RUNS_LOOKED_AT = 5

/** The newest result of each case on each side, by the case's id. */
export function useNewestResults(): ReadonlyMap<string, readonly NewestResult[]> {
  const { project } = usePage()
  const { data } = useQuery(runsQuery(project))
  const live = useLiveNumber()
  const runs = useQueries({
    queries: (data?.runs ?? []).slice(0, RUNS_LOOKED_AT).map(({ id }) => runQuery(project, id)),
  })
  return newestResults(
    runs.flatMap((each) => each.data ?? []),
    live,
  )
}
