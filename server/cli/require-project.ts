import { AlcoveError } from '../../shared/errors.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import type { ProjectRow, Store } from '../store/store.ts'
import { PROGRAM } from './help-text.ts'

/** @throws AlcoveError `not_found`, with the name that was meant perhaps. */
export async function requireProject(store: Store, id: string): Promise<ProjectRow> {
  const project = await store.projects.find(id)
  if (project) return project
  const ids = (await store.projects.list()).map((row) => row.id)
  const nearest = nearestName(id, ids)
  const hint =
    nearest === undefined
      ? `All are listed by ${PROGRAM} project list.`
      : `Did you mean "${nearest}"?`
  throw new AlcoveError('not_found', `There is no project "${id}".`, { hint })
}
