import { wrapLanguageModel, type LanguageModelMiddleware } from 'ai'
import type { ProviderCall } from './provider-call.ts'
import { wellFormedJsonText } from './well-formed.ts'

/** Names of tool calls, each given once in an answer. */
interface CallIds {
  /** Ids count anew from here. */
  startStep(): void
  /** Ours, for the provider's id of the running step. */
  of(providerId: string): string
}

/**
 * Some servers number the calls of each model call anew. Two calls of one name in one answer would be
 * one to every reader, and the second one's result would replace the first one's.
 *
 * @param taken ids of the calls that the answer has already, when it goes on.
 */
export function createCallIds(taken: Iterable<string> = []): CallIds {
  const given = new Set(taken)
  let step = 0
  let ofStep = new Map<string, string>()

  return {
    startStep() {
      step += 1
      ofStep = new Map()
    },
    of(providerId) {
      const known = ofStep.get(providerId)
      if (known !== undefined) return known
      let id = providerId
      for (let suffix = step; given.has(id); suffix++) id = `${providerId}-${suffix}`
      given.add(id)
      ofStep.set(providerId, id)
      return id
    },
  }
}

type WrappedModel = Parameters<typeof wrapLanguageModel>[0]['model']
type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>
type ProviderPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

/**
 * A provider's model whose calls have our ids before anything is made of them: the tool that runs,
 * whoever reads along and the next model call then know a call by one name. Arguments lose their
 * halves of characters here as well, since the next model call repeats them.
 *
 * @param call has the provider asked for the call that it belongs to.
 */
export function withCallIds(model: WrappedModel, ids: CallIds, call: ProviderCall) {
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ doStream }) {
        const result = await call(doStream)
        ids.startStep()
        const rename = new TransformStream<ProviderPart, ProviderPart>({
          transform: (part, controller) => controller.enqueue(withOurId(part, ids)),
        })
        return { ...result, stream: result.stream.pipeThrough(rename) }
      },
    },
  })
}

function withOurId(part: ProviderPart, ids: CallIds): ProviderPart {
  switch (part.type) {
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-end':
      return { ...part, id: ids.of(part.id) }
    case 'tool-call': {
      const input = wellFormedJsonText(part.input)
      return { ...part, toolCallId: ids.of(part.toolCallId), input }
    }
    case 'tool-result':
    case 'tool-approval-request':
      return { ...part, toolCallId: ids.of(part.toolCallId) }
    default:
      return part
  }
}
