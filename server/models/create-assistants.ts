import type { Assistant, Assistants, Model } from './model.ts'
import type { DeclaredTool } from './backend-tool.ts'
import { checkEndpoint, toBackendTool, type PostTool } from './call-endpoint.ts'
import { createArgumentsCheck } from './check-call.ts'
import { createModel, type ModelWorld } from './create-model.ts'
import type { ModelSettings } from './providers.ts'

/** An assistant as its project describes it. */
export interface AssistantSource extends Omit<Assistant, 'model' | 'tools'> {
  /** As in `ALCOVE_MODEL`; undefined: the built-in demo model. */
  readonly model: string | undefined
  readonly tools: readonly DeclaredTool[]
}

export interface AssistantsSettings extends ModelWorld {
  readonly configOf: (
    projectId: string,
    assistantId: string,
  ) => Promise<AssistantSource | undefined>
  /** Keys and addresses of the providers; its own model counts for nothing here. */
  readonly settings: ModelSettings
  /** Calls the tools that are services. */
  readonly postTool: PostTool
}

/** The assistants of all projects. A model is made once, however many assistants answer with it. */
export function createAssistants({
  configOf,
  settings,
  postTool,
  ...world
}: AssistantsSettings): Assistants {
  const models = new Map<string, Model>()

  function modelNamed(name: string | undefined): Model {
    const key = name ?? ''
    const known = models.get(key)
    if (known) return known
    const model = createModel({ ...settings, model: name }, world)
    models.set(key, model)
    return model
  }

  return {
    async find(projectId, assistantId) {
      const source = await configOf(projectId, assistantId)
      if (!source) return undefined
      const tools = source.tools.map((tool) => toBackendTool(tool, postTool))
      return { ...source, tools, model: modelNamed(source.model) }
    },
  }
}

/**
 * Whether an assistant can answer, for a start that fails early.
 *
 * @throws AlcoveError `config_invalid`, naming the setting or the tool.
 */
export function checkAssistant(source: AssistantSource, settings: ModelSettings): void {
  createModel({ ...settings, model: source.model })
  for (const tool of source.tools) {
    createArgumentsCheck(tool)
    checkEndpoint(tool, settings.allowsLocalTools ?? false)
  }
}
