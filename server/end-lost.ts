import type { Projects } from './projects/project.ts'
import type { Runs } from './runs/runs.ts'
import type { Store } from './store/store.ts'

/** Stops running answers without a reader: those of suspended projects and in removed threads. Returns how many. */
export async function endLost(runs: Runs, projects: Projects, { threads }: Store): Promise<number> {
  const suspended = await runs.endWhere(
    async ({ scope }) => (await projects.find(scope.projectId)) === undefined,
    'kept',
  )
  const removed = await runs.endWhere(
    async ({ scope, threadId }) =>
      threadId !== undefined && !(await threads.findInProject(scope.projectId, threadId)),
    'forgotten',
  )
  return suspended + removed
}
