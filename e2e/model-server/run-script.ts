import type { ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createAnswerWriter } from './answer-writer.ts'
import type { Command } from './command.ts'
import { type Dialect, errorBody } from './dialect.ts'
import type { PromptMessage } from './read-prompt.ts'

const MAX_TIMER_MS = 2 ** 31 - 1
const INPUT_TOKENS = 10

export interface Script {
  readonly commands: readonly Command[]
  readonly messages: readonly PromptMessage[]
  /** Included in the body of every scripted HTTP error, as careless providers do. */
  readonly authorization: string
  /** Number of earlier requests with this text. */
  readonly earlierCalls: number
  readonly released: (key: string) => Promise<void>
}

/** Plays a script to its end, or until `signal` reports that the socket is closed. */
export async function runScript(
  script: Script,
  dialect: Dialect,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const writer = createAnswerWriter(response)
  let outputTokens = 0
  let isOpen = false

  async function send(events: readonly string[]): Promise<void> {
    if (signal.aborted) return
    if (!isOpen) {
      isOpen = true
      await writer.write(dialect.open().join(''))
    }
    for (const event of events) await writer.write(event)
  }
  async function sendTokens(
    tokens: readonly string[],
    rate: number,
    encode: (delta: string) => readonly string[],
  ): Promise<void> {
    const startedAt = performance.now()
    for (const [index, token] of tokens.entries()) {
      const early = startedAt + (index * 1000) / rate - performance.now()
      if (early >= 1) await pause(early, undefined, { signal })
      if (signal.aborted) return
      outputTokens += 1
      await send(encode(token))
    }
  }
  async function finish(reason: string): Promise<void> {
    await send(dialect.finish(reason, { input: INPUT_TOKENS, output: outputTokens }))
    response.end()
  }
  function fail(status: number, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(errorBody(status, `Scripted ${status} for ${script.authorization}`))
  }

  const instant = Number.POSITIVE_INFINITY
  let calls = 0
  for (const command of script.commands) {
    if (signal.aborted) return
    switch (command.name) {
      case 'say':
        await sendTokens(words(command.text), instant, dialect.text)
        break
      case 'reason':
        await sendTokens(words(command.text), instant, dialect.reasoning)
        break
      case 'json':
        await sendTokens([command.text], instant, dialect.text)
        break
      case 'units':
        // Split by code unit: an emoji arrives in two halves, as some providers send it.
        await sendTokens(command.text.split(''), instant, dialect.text)
        break
      case 'tokens':
        await sendTokens(counted(command.count), command.rate, dialect.text)
        break
      case 'markdown':
        await sendTokens(await fixtureTokens(command.file), command.rate, dialect.text)
        break
      case 'echo':
        await sendTokens([echo(script.messages)], instant, dialect.text)
        break
      case 'tool':
        calls += 1
        await send(dialect.tool(`call_${calls}`, command.tool, command.input, command.whole))
        break
      case 'wait':
        await pause(Math.min(command.ms, MAX_TIMER_MS), undefined, { signal })
        break
      case 'hold':
        await Promise.race([script.released(command.key), whenAborted(signal)])
        break
      case 'drip':
        for (let waited = 0; waited < command.totalMs && !signal.aborted; waited += command.ms) {
          await writer.write(': still here\n\n')
          await pause(command.ms, undefined, { signal })
        }
        break
      case 'split':
        writer.splitInto(command.bytes)
        break
      case 'headers':
        writer.sendHeaders()
        break
      case 'garbage':
        await send(['data: {"choices":[{"delta":{"content":\n\n'])
        break
      case 'error':
        await send(dialect.error(command.message))
        break
      case 'status':
        if (script.earlierCalls >= command.times) break
        fail(command.status, command.retryAfter ? { 'retry-after': command.retryAfter } : {})
        return
      case 'redirect':
        fail(302, { location: command.location })
        return
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' })
        response.end('<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>')
        return
      case 'cut':
        await writer.flush()
        response.destroy()
        return
      case 'eof':
        writer.sendHeaders()
        response.end()
        return
      case 'finish':
        await finish(command.reason)
        return
      case 'next':
        break
      default:
        command satisfies never
    }
  }
  if (!signal.aborted) await finish(calls > 0 ? 'tool_calls' : 'stop')
}

/** Words with the whitespace before them, so that the joined pieces are the text. */
function words(text: string): readonly string[] {
  return text.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? []
}

const counted = (count: number) => Array.from({ length: count }, (_, index) => `word${index + 1} `)

function echo(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, text }) => `${role}: ${text}`).join('\n')
}

/** About four characters per token, as with providers. */
async function fixtureTokens(file: string): Promise<readonly string[]> {
  const text = await readFile(new URL(`./markdown/${file}.md`, import.meta.url), 'utf8')
  return text.match(/\s*\S{1,4}|\s+/gu) ?? []
}

function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
