import { textOf, writeEvent, type Keeper, type Step } from './keeper.ts'

const MODEL = 'gpt-5'
const ENCRYPTED = 'reasoning.encrypted_content'
const callIdOf = ({ number }: Step): string => `call_${number}`

/**
 * https://developers.openai.com/api/docs/guides/reasoning: without storage, an item of encrypted reasoning is
 * asked for, and precedes the items that followed from it. A thought may have no summary.
 */
export const OPENAI: Keeper = {
  model: `openai/${MODEL}`,
  question({ input = [] }) {
    const last = input.at(-1)
    return last?.role === 'user' ? textOf(last.content) : undefined
  },
  refuse({ input = [], include = [], store }, steps) {
    if (store !== false) return 'This server stores nothing.'
    if (!include.includes(ENCRYPTED)) return `include: expected ${ENCRYPTED}.`
    for (const [index, item] of input.entries()) {
      const before = input[index - 1]
      if (item.type === 'function_call') {
        const step = steps.find((each) => callIdOf(each) === item.call_id)
        if (!step || before?.encrypted_content !== step.signature) {
          return `Item of type 'function_call' was provided without its required 'reasoning' item: '${item.call_id}'.`
        }
      }
      const follows = input[index + 1]
      if (item.type === 'reasoning' && (!follows || follows.role === 'user')) {
        return "Item of type 'reasoning' was provided without its required following item."
      }
    }
    return undefined
  },
  write(response, step) {
    const send = (type: string, fields: object) => writeEvent(response, { type, ...fields })
    const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 }
    const whole = { id: `resp_${step.number}`, object: 'response', created_at: 1, model: MODEL }
    send('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
    const thought = { type: 'reasoning', id: `rs_${step.number}`, summary: [] }
    send('response.output_item.added', {
      output_index: 0,
      item: { ...thought, encrypted_content: '' },
    })
    send('response.output_item.done', {
      output_index: 0,
      item: { ...thought, encrypted_content: step.signature },
    })
    if (step.call) {
      const { name, args } = step.call
      const id = `fc_${step.number}`
      const call = { type: 'function_call', id, call_id: callIdOf(step), name }
      send('response.output_item.added', { output_index: 1, item: { ...call, arguments: '' } })
      send('response.function_call_arguments.delta', { output_index: 1, item_id: id, delta: args })
      const item = { ...call, arguments: args, status: 'completed' }
      send('response.output_item.done', { output_index: 1, item })
    } else {
      const id = `msg_${step.number}`
      const message = { type: 'message', id, role: 'assistant', content: [] }
      send('response.output_item.added', { output_index: 1, item: message })
      send('response.output_text.delta', {
        output_index: 1,
        item_id: id,
        content_index: 0,
        delta: step.text,
      })
      send('response.output_item.done', { output_index: 1, item: message })
    }
    send('response.completed', { response: { ...whole, status: 'completed', output: [], usage } })
    response.end()
  },
}
