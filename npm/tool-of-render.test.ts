import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import type { ChatInstance, RunToolDefinition } from '../loader/chat-instance.ts'
import type { JsonSchema } from '../shared/json-schema.ts'
import { keyOfTool, withLatest } from './tool-of-render.ts'

const define = (schema: object, more: Partial<RunToolDefinition> = {}): RunToolDefinition => ({
  description: 'Looks',
  parameters: schema as JsonSchema,
  run: () => 1,
  ...more,
})

test('a schema that is made anew with each render is the same tool, and another one is another', () => {
  const zod = () => z.object({ sku: z.string() })
  const valibot = () => toStandardJsonSchema(v.object({ sku: v.string() }))

  expect(keyOfTool('look', define(zod()))).toBe(keyOfTool('look', define(zod())))
  expect(keyOfTool('look', define(valibot()))).toBe(keyOfTool('look', define(valibot())))
  expect(keyOfTool('look', define(zod()))).not.toBe(
    keyOfTool('look', define(z.object({ sku: z.number() }))),
  )
  expect(keyOfTool('look', define({}))).not.toBe(keyOfTool('look', define({}, { undo: () => 1 })))
})

test('what cannot be written as JSON fails no render', () => {
  const circle: Record<string, unknown> = {}
  circle['self'] = circle

  expect(keyOfTool('look', define(circle))).toContain('Looks')
})

test('the newest functions run, whichever were there at first', () => {
  const first = define({}, { available: () => false, preview: () => 'First' })
  const latest = { current: first }
  const tool = withLatest(first, latest)
  latest.current = define({}, { available: true, preview: () => 'Second' })

  expect(tool.preview?.({})).toBe('Second')
  expect(
    typeof tool.available === 'function' && tool.available({ signal: AbortSignal.abort() }),
  ).toBe(true)
})

test('arguments have the types that the schema makes of them', () => {
  const said = vi.fn<(...call: unknown[]) => void>()
  const tool = said as unknown as ChatInstance['tool']
  const parameters = z.object({ sku: z.string(), count: z.number().default(1) })

  tool('add', {
    description: 'Adds',
    parameters,
    preview({ count }) {
      expectTypeOf(count).toEqualTypeOf<number>()
      return null
    },
    run({ sku }) {
      expectTypeOf(sku).toEqualTypeOf<string>()
    },
  })
  tool('plain', {
    description: 'Adds',
    parameters: { type: 'object' },
    run({ sku }) {
      // A JSON schema has no static type.
      expectTypeOf(sku).not.toEqualTypeOf<string>()
    },
  })
  expect(said).toHaveBeenCalledTimes(2)
})
