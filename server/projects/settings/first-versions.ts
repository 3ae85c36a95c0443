import { isDeepStrictEqual } from 'node:util'
import { FIRST_WHY, type StoredSettings } from '../../../shared/desk/settings.ts'
import type { Store } from '../../store/store.ts'
import type { ConfigHolder } from '../project.ts'

/** Settings that a configuration gives a project to start with. */
export interface FirstVersion {
  readonly projectId: string
  /** The published version that they replace; null: none. */
  readonly baseNumber: number | null
  readonly settings: StoredSettings
}

/**
 * First versions to publish: of projects without any, and of those whose first version nobody has changed and the
 * configuration has changed or dropped.
 */
export async function listFirst(
  store: Pick<Store, 'settings' | 'projects'>,
  configs: ConfigHolder['current'],
): Promise<readonly FirstVersion[]> {
  const found: FirstVersion[] = []
  for (const { id: projectId, publishedNumber: baseNumber } of await store.projects.list()) {
    const settings = configs.get(projectId)?.firstVersion
    if (baseNumber === null) {
      if (settings) found.push({ projectId, baseNumber, settings })
      continue
    }
    const published = await store.settings.findVersion(projectId, baseNumber)
    const isUntouched =
      published?.by === null &&
      published.why === FIRST_WHY &&
      !(await store.settings.findDraft(projectId))
    if (!isUntouched || isDeepStrictEqual(published.settings, settings ?? {})) continue
    found.push({ projectId, baseNumber, settings: settings ?? {} })
  }
  return found
}
