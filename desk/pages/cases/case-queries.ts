import { queryOptions } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import type { caseAttempts, caseRunList, CaseRunResults } from '../../../shared/desk/case-runs.ts'
import type { caseList } from '../../../shared/desk/cases.ts'
import { call } from '../../api/call.ts'
import { projectQuery } from '../../api/queries.ts'

/** A run in progress is read again after this time; a large one less often, since all of it is read. */
const POLL_MIN_MS = 1_000
const POLL_MAX_MS = 10_000
const POLL_MS_PER_ATTEMPT = 2

const pauseFor = ({ attempts }: CaseRunResults['run']): number =>
  Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, attempts * POLL_MS_PER_ATTEMPT))

/** Begin of the keys of all queries here: a change of a case or a run refreshes what begins so. */
export const casesKey = (project: string) => ['projects', project, 'cases']

/** All cases by name. */
export const casesQuery = (project: string) =>
  projectQuery<InferOutput<typeof caseList>>(project, ['cases'])

/** Runs, the newest first. */
export const runsQuery = (project: string) =>
  projectQuery<InferOutput<typeof caseRunList>>(project, ['cases', 'runs'])

/** Results of a run; read again and again until it ends, and never after that. */
export const runQuery = (project: string, run: string) =>
  queryOptions<CaseRunResults>({
    queryKey: [...casesKey(project), 'run', run],
    staleTime: ({ state }) => (isRunning(state.data) ? 0 : Infinity),
    refetchInterval: ({ state }) => (isRunning(state.data) ? pauseFor(state.data!.run) : false),
    queryFn: ({ signal }) =>
      call<CaseRunResults>(['projects', project, 'cases', 'runs', run], { signal }),
  })

const isRunning = (results: CaseRunResults | undefined): boolean => results?.run.state === 'running'

/**
 * Answers to one case of a run.
 *
 * @param attempted answers of the run so far, so that new ones are read.
 */
export const attemptsQuery = (
  project: string,
  { run, caseId, attempted }: { run: string; caseId: string; attempted: number },
) =>
  queryOptions<InferOutput<typeof caseAttempts>>({
    queryKey: [...casesKey(project), 'attempts', run, caseId, attempted],
    staleTime: Infinity,
    placeholderData: (before) => before,
    queryFn: ({ signal }) =>
      call<InferOutput<typeof caseAttempts>>(
        ['projects', project, 'cases', 'runs', run, 'cases', caseId],
        { signal },
      ),
  })
