import type { KnowledgeReader } from '../passage.ts'
import type { SourceSettings } from '../source-settings.ts'

export interface ReadableSources {
  readonly allowed: readonly string[]
  readonly hidden: readonly string[]
}

/** Divides a project's sources by the rights of a reader. */
export function readableSources(
  sources: readonly { readonly id: string; readonly settings: string }[],
  reader: KnowledgeReader,
): ReadableSources {
  const { allowed = [], hidden = [] } = Object.groupBy(sources, ({ settings }) =>
    mayRead(JSON.parse(settings) as SourceSettings, reader) ? 'allowed' : 'hidden',
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
