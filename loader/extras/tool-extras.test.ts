import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  PROGRESS_INTERVAL_MS,
  TOOL_AVAILABLE_LIMIT_MS,
  TOOL_PREVIEW_LIMIT_MS,
  UNDO_RUNS_MAX,
} from '../../shared/bridge/tool-extras.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { RunToolDefinition, ToolContext, ToolDefinition } from '../chat-instance.ts'
import type { Registration } from '../page-state.ts'
import { createToolHost } from './tool-host.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const TOOL: RunToolDefinition = {
  description: 'Adds',
  parameters: { type: 'object' },
  run: () => ({ count: 1 }),
}

function createPage(definition: object) {
  const told: AlcoveError[] = []
  const tools = new Map<string, Registration>([['add', { value: definition }]])
  const given = { tools, fields: new Map() } as never
  const host = createToolHost({
    given,
    tell: (error) => void told.push(error),
    panel: document.createElement('div'),
    launcher: document.createElement('button'),
    setOpen: async () => {},
  })
  const emitted: unknown[] = []
  const frame = {
    call: async () => null,
    emit: (_: string, state: unknown) => void emitted.push(state),
  }
  const controller = new AbortController()
  return {
    told,
    host,
    emitted,
    described: () => host.describe().tools?.[0],
    run: (args = {}, runId?: string) =>
      host.runTool(
        { name: 'add', callId: 'call-1', args, ...(runId !== undefined && { runId }) },
        controller,
        frame as never,
      ),
    ask: (about: string, more = {}) => host.askTool({ about, name: 'add', ...more }, controller),
  }
}

const SCHEMA = z.object({ sku: z.string().trim(), count: z.number().int().default(2) })

test('a Standard Schema says its JSON schema, converts what the tool is called with, and checks it', async () => {
  const run = vi.fn<(args: unknown, context: ToolContext) => unknown>(() => 'ok')
  const page = createPage({
    ...TOOL,
    parameters: SCHEMA.refine(({ sku }) => sku !== 'x', 'Sold out'),
    run,
  })

  expect(JSON.parse(page.described()!.schema)).toMatchObject({
    type: 'object',
    properties: { sku: { type: 'string' }, count: { type: 'integer' } },
    required: ['sku'],
  })
  expect(await page.run({ sku: ' a ' })).toEqual({ output: 'ok' })
  expect(run).toHaveBeenCalledExactlyOnceWith({ sku: 'a', count: 2 }, expect.anything())

  expect(await page.run({ sku: 'x' })).toEqual({
    errorText: 'Function parameter validation failed. [{"path":[],"message":"Sold out"}]',
  })
  expect(await page.run({ sku: 1 })).toMatchObject({
    errorText: expect.stringContaining('["sku"]'),
  })
  expect(run).toHaveBeenCalledOnce()
})

test('what the schema refuses goes to the page’s own handler, where there is one', async () => {
  const onInvalid = vi.fn<NonNullable<ToolDefinition['onInvalid']>>(() => 'mended')
  const page = createPage({ ...TOOL, parameters: SCHEMA, onInvalid })

  expect(await page.run({ sku: 1 })).toEqual({ output: 'mended' })
  expect(onInvalid.mock.calls[0]?.[1]).toMatchObject([{ path: ['sku'] }])
})

test('a schema that does not say its JSON schema needs one beside it', () => {
  const parameters = v.object({ sku: v.string() })
  const without = createPage({ ...TOOL, parameters })

  expect(without.described()).toBeUndefined()
  expect(without.told[0]?.message).toMatch(
    /tool add: expected parameters: .* toJsonSchema beside it/,
  )

  const beside = createPage({ ...TOOL, parameters, toJsonSchema })
  expect(JSON.parse(beside.described()!.schema)).toMatchObject({ required: ['sku'] })
  expect(beside.told).toEqual([])
})

test('a tool’s other features are sent under names that an older frame ignores', () => {
  const has = (more: Partial<RunToolDefinition>) => createPage({ ...TOOL, ...more }).described()

  expect(has({})).not.toHaveProperty('extras')
  expect(
    has({ available: () => true, preview: () => '', undo: () => {}, approval: 'ask-once' }),
  ).toMatchObject({ approval: 'ask', extras: ['available', 'preview', 'undo', 'once'] })
  expect(has({ available: false })).toBeUndefined()
  const sensitive = createPage({ ...TOOL, approval: 'ask-once', scope: 'sensitive' })
  expect(sensitive.described()).toBeUndefined()
  expect(sensitive.told[0]?.message).toContain('never ask-once')
})

test.each<[ToolDefinition['available'], boolean]>([
  [() => true, true],
  [() => false, false],
  [async () => true, true],
  [() => Promise.reject(new Error('No')), false],
  [
    () => {
      throw new Error('No')
    },
    false,
  ],
])('says whether it is available: %s', async (available, isAvailable) => {
  expect(await createPage({ ...TOOL, available: available! }).ask('available')).toBe(isAvailable)
})

test.each([
  [TOOL_AVAILABLE_LIMIT_MS - 1, true],
  [TOOL_AVAILABLE_LIMIT_MS + 1, false],
])('what answers after %i ms is available: %s', async (delayMs, isAvailable) => {
  const signals: AbortSignal[] = []
  const available: ToolDefinition['available'] = ({ signal }) => {
    signals.push(signal)
    return new Promise((resolve) => setTimeout(() => resolve(true), delayMs))
  }
  const page = createPage({ ...TOOL, available })
  const answer = page.ask('available')
  await vi.advanceTimersByTimeAsync(delayMs)

  expect(await answer).toBe(isAvailable)
  expect(signals[0]?.aborted).toBe(!isAvailable)
  expect(page.told).toHaveLength(isAvailable ? 0 : 1)
})

test('a preview gets what the tool would get, and nothing where that is not valid, or late', async () => {
  const preview = vi.fn<(args: unknown) => Promise<string>>(async () => 'Two of a')
  const page = createPage({ ...TOOL, parameters: SCHEMA, preview })
  const ask = (args: object) => page.ask('preview', { args })

  expect(await ask({ sku: 'a' })).toBe('Two of a')
  expect(preview).toHaveBeenCalledExactlyOnceWith({ sku: 'a', count: 2 })
  expect(await ask({ sku: 1 })).toBeNull()

  preview.mockImplementation(() => new Promise(() => {}))
  const late = ask({ sku: 'a' })
  await vi.advanceTimersByTimeAsync(TOOL_PREVIEW_LIMIT_MS)
  expect(await late).toBeNull()
  expect(page.told[0]?.message).toContain('preview failed with It took too long.')
})

test('a run is taken back once, with what it was called with and what it gave', async () => {
  const undo = vi.fn<(args: unknown, result: unknown, context: unknown) => unknown>()
  const page = createPage({ ...TOOL, parameters: SCHEMA, undo })
  await page.run({ sku: 'a' }, 'run-1')

  await expect(page.ask('undo', { runId: 'run-2' })).rejects.toMatchObject({ code: 'not_found' })
  undo.mockRejectedValueOnce(new TypeError('Too late'))
  expect(await page.ask('undo', { runId: 'run-1' })).toEqual({ errorText: 'TypeError: Too late' })
  expect(await page.ask('undo', { runId: 'run-1' })).toEqual({})
  expect(undo).toHaveBeenLastCalledWith(
    { sku: 'a', count: 2 },
    { count: 1 },
    { signal: expect.any(AbortSignal) },
  )
  await expect(page.ask('undo', { runId: 'run-1' })).rejects.toMatchObject({ code: 'not_found' })
})

test('a run that failed, or of a frame that names none, cannot be taken back', async () => {
  const undo = vi.fn<() => void>()
  const failing = createPage({ ...TOOL, undo, run: () => Promise.reject(new Error('No')) })
  await failing.run({}, 'run-1')
  await expect(failing.ask('undo', { runId: 'run-1' })).rejects.toMatchObject({ code: 'not_found' })

  const page = createPage({ ...TOOL, undo })
  await page.run()
  await expect(page.ask('undo', {})).rejects.toMatchObject({ code: 'not_found' })
  expect(undo).not.toHaveBeenCalled()
})

test.each([
  [UNDO_RUNS_MAX, true],
  [UNDO_RUNS_MAX + 1, false],
])('after %i runs the first can be taken back: %s', async (count, isThere) => {
  const page = createPage({ ...TOOL, undo: () => {} })
  for (let index = 0; index < count; index += 1) await page.run({}, `run-${index}`)

  const isTaken = await page.ask('undo', { runId: 'run-0' }).then(
    () => true,
    () => false,
  )
  expect(isTaken).toBe(isThere)
  expect(await page.ask('undo', { runId: 'run-1' })).toEqual({})
})

test('progress is sent at once, then once per interval with the newest state, and never after the end', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let progress!: ToolContext['progress']
  const page = createPage({
    ...TOOL,
    run(_: never, context: ToolContext) {
      progress = context.progress
      progress('One')
      progress('Two')
      progress({ text: 'Three', fraction: 0.5 })
      return promise
    },
  })
  const running = page.run()
  await vi.advanceTimersByTimeAsync(PROGRESS_INTERVAL_MS - 1)
  const states = () => page.emitted.map((told) => (told as { state: unknown }).state)
  expect(states()).toEqual(['One'])
  await vi.advanceTimersByTimeAsync(1)
  expect(states()).toEqual(['One', { text: 'Three', fraction: 0.5 }])

  progress('Four')
  resolve()
  await running
  progress('Five')
  await vi.advanceTimersByTimeAsync(PROGRESS_INTERVAL_MS)
  expect(states()).toHaveLength(2)
})

test('a question outside of the contract is refused', async () => {
  const page = createPage(TOOL)

  await expect(page.ask('other')).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(page.ask('preview', { args: [] })).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(page.ask('available', { name: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(page.ask('available', { name: '' })).rejects.toMatchObject({ code: 'not_found' })
  expect(await page.ask('available')).toBe(true)
})
