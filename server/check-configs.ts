import { AlcoveError } from '../shared/errors.ts'
import type { Log } from './log.ts'
import { checkAssistant } from './models/create-assistants.ts'
import type { ModelSettings } from './models/language-model.ts'
import type { ProjectConfigs } from './projects/project.ts'
import type { Store } from './store/store.ts'

/**
 * What can only be known at the start: whether each assistant can answer, and whether each block has
 * its project.
 *
 * @throws AlcoveError `config_invalid`, naming the assistant.
 */
export async function checkConfigs(
  configs: ProjectConfigs,
  settings: ModelSettings,
  store: Pick<Store, 'projects'>,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const main = { tools: [], maxSteps: 1, system: undefined, maxOutputTokens: undefined }
  checkAssistant({ ...main, model: settings.model, takesClientSystem: false }, settings)
  for (const [id, { assistants }] of configs) {
    for (const [name, assistant] of assistants) {
      const place = `projects.${id}.assistants.${name}`
      const model = assistant.model ?? settings.model
      naming(place, () => checkAssistant({ ...assistant, model }, settings))
    }
    if (await store.projects.find(id)) continue
    log.warn(
      { projectId: id },
      'a project of alcove.config.ts does not exist yet: npm run alcove -- project create',
    )
  }
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
