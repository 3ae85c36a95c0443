import { textOf, writeEvent, type ContentBlock, type Keeper, type Step } from './keeper.ts'

const MODEL = 'claude-sonnet-4-5'
const idOf = ({ number }: Step): string => `toolu_${number}`

/** https://docs.claude.com/en/docs/build-with-claude/extended-thinking: a signed thought precedes its calls. */
export const ANTHROPIC: Keeper = {
  model: `anthropic/${MODEL}`,
  question({ messages = [] }) {
    // Results of an earlier turn and the next question are one message.
    const text = textOf(messages.at(-1)?.content)
    return text === '' ? undefined : text
  },
  refuse({ messages = [] }, steps) {
    for (const [index, { role, content }] of messages.entries()) {
      if (role !== 'assistant' || !Array.isArray(content)) continue
      const problem = checkBlocks(content as readonly ContentBlock[], steps)
      if (problem !== undefined) return `messages.${index}.${problem}`
    }
    return undefined
  },
  write(response, step) {
    const start = { id: `msg_${step.number}`, type: 'message', role: 'assistant', model: MODEL }
    const usage = { input_tokens: 3, output_tokens: 2 }
    writeEvent(response, {
      type: 'message_start',
      message: { ...start, content: [], stop_reason: null, stop_sequence: null, usage },
    })
    const block = (index: number, content_block: object, deltas: readonly object[]) => {
      writeEvent(response, { type: 'content_block_start', index, content_block })
      for (const delta of deltas) {
        writeEvent(response, { type: 'content_block_delta', index, delta })
      }
      writeEvent(response, { type: 'content_block_stop', index })
    }
    block(0, { type: 'thinking', thinking: '', signature: '' }, [
      { type: 'thinking_delta', thinking: step.thought },
      { type: 'signature_delta', signature: step.signature },
    ])
    if (step.call) {
      const { name, args } = step.call
      block(1, { type: 'tool_use', id: idOf(step), name, input: {} }, [
        { type: 'input_json_delta', partial_json: args },
      ])
    } else {
      block(1, { type: 'text', text: '' }, [{ type: 'text_delta', text: step.text }])
    }
    const stop_reason = step.call ? 'tool_use' : 'end_turn'
    writeEvent(response, { type: 'message_delta', delta: { stop_reason }, usage })
    writeEvent(response, { type: 'message_stop' })
    response.end()
  },
}

function checkBlocks(blocks: readonly ContentBlock[], steps: readonly Step[]): string | undefined {
  for (const [at, block] of blocks.entries()) {
    const before = blocks[at - 1]
    if (block.type === 'thinking') {
      const isKnown = steps.some(
        ({ thought, signature }) => thought === block.thinking && signature === block.signature,
      )
      if (!isKnown) return `content.${at}: Invalid \`signature\` in \`thinking\` block`
    }
    if (block.type === 'tool_use' && before?.type !== 'thinking') {
      return `content.${at}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`.`
    }
  }
  return undefined
}
