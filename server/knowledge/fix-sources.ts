import { AlcoveError } from '../../shared/errors.ts'
import type { SourceRow, Store } from '../store/store.ts'
import type { FixedSource } from './source-settings.ts'

const keyOf = ({ kind, location }: Pick<SourceRow, 'kind' | 'location'>): string =>
  JSON.stringify([kind, location])

/**
 * Makes the fixed sources of the store the same as those of the configuration. One that is no longer there is
 * removed by the next regular task.
 *
 * @param wanted by project id; projects without a row in the store are passed over.
 */
export async function fixSources(
  store: Pick<Store, 'sources' | 'projects'>,
  wanted: ReadonlyMap<string, readonly FixedSource[]>,
): Promise<void> {
  const projects = new Set((await store.projects.list()).map(({ id }) => id))
  for (const [projectId, sources] of wanted) {
    if (!projects.has(projectId)) continue
    for (const { kind, location, settings } of sources) {
      const json = JSON.stringify(settings)
      await store.sources.fix({ projectId, kind, location, settings: json, isFixed: true })
    }
  }
  for (const source of await store.sources.list()) {
    const kept = wanted.get(source.projectId)?.map(keyOf) ?? []
    if (!source.isFixed || kept.includes(keyOf(source))) continue
    await store.sources.startRemoval(source.projectId, source.id)
  }
}

/** @throws AlcoveError `conflict` for a source of the configuration, or of the desk's settings. */
export function requireUnfixed({ id, isFixed, isSet }: SourceRow): void {
  if (isSet) {
    throw new AlcoveError('conflict', `Source ${id} is one of the project’s settings.`, {
      hint: 'Remove it there, and publish.',
    })
  }
  if (!isFixed) return
  throw new AlcoveError('conflict', `Source ${id} is fixed: a line of alcove.config.ts adds it.`, {
    hint: 'Remove its line there, and start the server again.',
  })
}
