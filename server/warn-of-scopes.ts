import type { Log } from './log.ts'
import type { ProjectConfigs } from './projects/project.ts'
import type { Store } from './store/store.ts'

/**
 * Names the tools without a scope of projects that have knowledge: their calls ask a person once a passage was read,
 * and the operator may not have thought of that.
 */
export async function warnOfScopes(
  configs: ProjectConfigs,
  { knowledge }: { readonly knowledge: Pick<Store['knowledge'], 'countEntries'> },
  log: Pick<Log, 'warn'>,
): Promise<void> {
  for (const [project, { assistants, knowledge: sources, knowledgeAnswers }] of configs) {
    const trusted = new Set(knowledgeAnswers.trustedTools)
    const tools = [...assistants.values()]
      .flatMap((assistant) => assistant.tools)
      .filter(({ name, scope }) => scope === undefined && !trusted.has(name))
      .map(({ name }) => name)
    if (tools.length === 0) continue
    // Sources of the configuration may not have been read yet.
    if (sources.length === 0 && (await knowledge.countEntries(project)) === 0) continue
    log.warn({ project, tools: [...new Set(tools)] }, SCOPES_WARNING)
  }
}

export const SCOPES_WARNING =
  'this project has knowledge, and tools without a scope: once a model has read a passage, their calls ask the person; set scope, to read for those that change nothing'
