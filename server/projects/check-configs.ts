import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { checkAssistant, createModel } from '../models/create-assistants.ts'
import { createChosenEmbedder } from '../models/create-embedder.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import type { ModelSettings } from '../models/providers.ts'
import type { Store } from '../store/store.ts'
import { CONFIG_FILE } from './load-config.ts'
import { DEFAULT_PROJECT, type ProjectConfig, type ProjectConfigs } from './project.ts'

/**
 * Checks that need the start: whether each assistant can answer, each block has its project, each project
 * that others can reach has a model, and, if there are blocks, each project has its block.
 *
 * @throws AlcoveError `config_invalid`, naming the assistant.
 */
export async function checkConfigs(
  configs: ProjectConfigs,
  settings: ModelSettings & {
    readonly isProduction: boolean
    readonly embeddingModel?: string | undefined
  },
  store: Pick<Store, 'projects'>,
  log: { warn(fields: Readonly<Record<string, unknown>>, text: string): void },
): Promise<void> {
  const main = { tools: [], maxSteps: 1, system: undefined, maxOutputTokens: undefined }
  const standard = { ...main, model: settings.model, takesClientSystem: false }
  checkAssistant(standard, settings)
  const { embeddingModel } = settings
  if (embeddingModel !== undefined) createChosenEmbedder({ model: embeddingModel }, settings)
  for (const [id, { assistants, cases, embeddings, knowledgeAnswers }] of configs) {
    const { judge } = cases
    if (judge !== undefined) {
      naming(`projects.${id}.cases.judge`, () => void createModel({ ...settings, model: judge }))
    }
    if (embeddings) {
      naming(`projects.${id}.embeddings`, () => createChosenEmbedder(embeddings, settings))
    }
    const { onlyFromKnowledge } = knowledgeAnswers
    if (!assistants.has(DEFAULT_ASSISTANT)) {
      const place = `projects.${id}.assistants.${DEFAULT_ASSISTANT}`
      naming(place, () => checkAssistant(standard, settings, onlyFromKnowledge))
    }
    for (const [name, assistant] of assistants) {
      const place = `projects.${id}.assistants.${name}`
      const model = assistant.model ?? settings.model
      naming(place, () => checkAssistant({ ...assistant, model }, settings, onlyFromKnowledge))
    }
  }
  const rows = await store.projects.list()
  const isDemo = (id: string): boolean => settings.model === undefined && isUnnamed(configs.get(id))
  if (
    settings.isProduction &&
    rows.some(({ id, suspendedAt }) => suspendedAt === null && isDemo(id))
  ) {
    throw new AlcoveError('config_invalid', NO_MODEL)
  }
  for (const [id, { hosts }] of configs) {
    const row = rows.find((each) => each.id === id)
    if (row) {
      if (row.suspendedAt === null && hosts.length === 0 && id !== DEFAULT_PROJECT)
        log.warn({ projectId: id }, noHosts(id))
      continue
    }
    log.warn(
      { projectId: id },
      `project "${id}" of ${CONFIG_FILE} does not exist yet: ${PROGRAM} project create ${id}`,
    )
  }
  if (configs.size === 0) return
  for (const { id, suspendedAt } of rows) {
    // The environment configures the project that exists from the start.
    if (id === DEFAULT_PROJECT || suspendedAt !== null || configs.has(id)) continue
    log.warn(
      { projectId: id },
      `project "${id}" has no block in ${CONFIG_FILE}: no page may embed it; add one below "projects" with its hosts`,
    )
  }
}

const noHosts = (id: string): string =>
  `project "${id}" has no hosts in ${CONFIG_FILE}: no page may embed it; name the origins of its pages, such as hosts: ['https://shop.example']`

const NO_MODEL =
  'Others can reach this server, but it has no model to answer them: name one in ALCOVE_MODEL, or write ALCOVE_MODEL=demo for the built-in demo model.'

/** True if one of a project's assistants takes its model from the environment. */
function isUnnamed(config: ProjectConfig | undefined): boolean {
  const assistants = config?.assistants
  if (assistants?.get(DEFAULT_ASSISTANT)?.model === undefined) return true
  return [...assistants.values()].some(({ model }) => model === undefined)
}

function naming(place: string, check: () => void) {
  try {
    check()
  } catch (error) {
    if (!(error instanceof AlcoveError)) throw error
    throw new AlcoveError(error.code, `${place}: ${error.message}`, {
      cause: error,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    })
  }
}
