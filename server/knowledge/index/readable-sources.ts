import type { ListedSource } from '../../store/store.ts'
import type { KnowledgeReader } from '../passage.ts'
import type { SourceSettings } from '../source-settings.ts'

export interface ReadableSources {
  readonly allowed: readonly string[]
  readonly hidden: readonly string[]
}

/** Divides a project's sources by the rights of a reader, and by the settings that answer them. */
export function readableSources(
  sources: readonly ListedSource[],
  reader: KnowledgeReader,
): ReadableSources {
  const { isDraft: asDraft = false } = reader
  const { allowed = [], hidden = [] } = Object.groupBy(sources, ({ settings, isLive, isDraft }) =>
    (asDraft ? isDraft : isLive) && mayRead(JSON.parse(settings) as SourceSettings, reader)
      ? 'allowed'
      : 'hidden',
  )
  return { allowed: allowed.map(({ id }) => id), hidden: hidden.map(({ id }) => id) }
}

/** True if a reader may find the documents of a source. */
export const mayRead = (
  { readers, workspace }: SourceSettings,
  reader: Pick<KnowledgeReader, 'isNamed' | 'workspaceId'>,
): boolean =>
  (readers === undefined || reader.isNamed) &&
  (workspace === undefined || workspace === reader.workspaceId)
