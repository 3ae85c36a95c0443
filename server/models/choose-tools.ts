import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { markTools } from './cache-marks.ts'
import type { StepDuty } from './knowledge-steps.ts'
import { describeFailure } from './provider-failure.ts'

type ToolOptions = Pick<LanguageModelV4CallOptions, 'tools' | 'toolChoice'>

/**
 * Asks the model with these tools, and with the one that it has to call. Some models refuse such a choice, for
 * example while they think, and are asked without it.
 *
 * @throws the error of `ask`.
 */
export async function chooseTools<Answer>(
  declared: LanguageModelV4FunctionTool[] | undefined,
  duty: StepDuty | undefined,
  ask: (options: ToolOptions) => PromiseLike<Answer>,
): Promise<Answer> {
  const offered = duty?.isAlone ? declared?.filter(({ name }) => name === duty.toolName) : declared
  if (!offered || offered.length === 0) return ask({})
  const tools = markTools(offered)
  const free: ToolOptions = { tools, toolChoice: { type: 'auto' } }
  if (!duty) return ask(free)
  try {
    return await ask({ tools, toolChoice: { type: 'tool', toolName: duty.toolName } })
  } catch (error) {
    if (describeFailure(error, String).kind !== 'refused') throw error
    return ask(free)
  }
}
