// Misuses of the package that its types refuse, each beside the right use. The compiler checks the file: an error that
// does not come is one, too. `e2e/package/package.spec.ts` compiles the file against the packed types.
import type { Page } from '@playwright/test'
import type * as v from 'valibot'
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import {
  createChat,
  type AlcoveGlobal,
  type ChatInstance,
  type JsonSchema,
  type PackageOptions,
  type ToolDefinition,
} from './alcove.ts'
import { useAlcoveTool } from './react.tsx'
import { driveChat } from './testing.ts'

declare const chat: ChatInstance
declare const page: Page
declare const Alcove: AlcoveGlobal
declare const zod: z.ZodObject<{ sku: z.ZodString }>
declare const valibot: v.ObjectSchema<{ readonly sku: v.StringSchema<undefined> }, undefined>

const baseUrl = 'https://chat.example'
const description = 'Buys'
const parameters = { type: 'object', properties: { sku: { type: 'string' } } } as const

function misuse(): void {
  // Options
  createChat({ baseUrl, theme: 'dark' })
  // @ts-expect-error there is no such theme
  createChat({ baseUrl, theme: 'neon' })
  createChat({ baseUrl, theme: { accent: '#0f6b5c' } })
  // @ts-expect-error a colour begins with #
  createChat({ baseUrl, theme: { accent: 'green' } })
  createChat({ baseUrl, theme: { tokens: { light: { canvas: '#ffffff' } } } })
  // @ts-expect-error a colour begins with #
  createChat({ baseUrl, theme: { tokens: { light: { canvas: 'white' } } } })
  createChat({ baseUrl, startScreen: { greeting: 'Hello' } })
  // @ts-expect-error the field is greeting
  createChat({ baseUrl, startScreen: { greting: 'Hello' } })
  createChat({ baseUrl, auth: { apiKey: 'pk_1', userId: 'ada', workspaceId: 'shop' } })
  // @ts-expect-error a secret key does not belong in a page
  createChat({ baseUrl, auth: { apiKey: 'sk_1', userId: 'ada', workspaceId: 'shop' } })
  const options: PackageOptions = { baseUrl }
  // @ts-expect-error baseUrl is missing
  const withoutAddress: PackageOptions = {}
  void [options, withoutAddress]

  // Events
  chat.on('open', ({ by }) => by satisfies 'user' | 'api' | 'place')
  // @ts-expect-error there is no such event
  chat.on('opened', () => {})
  // @ts-expect-error a listener is a function
  chat.on('open', 'text')
  chat.on('unread', ({ count }) => count.toFixed())
  // @ts-expect-error the event has no such field
  chat.on('unread', ({ total }) => total)
  chat.on('error', ({ code }) => code satisfies string)

  // Tools
  chat.tool('buy', { description, parameters, run: () => 1 })
  // @ts-expect-error run is missing
  chat.tool('buy', { description, parameters })
  chat.tool('choose', { description, parameters, kind: 'human' })
  // @ts-expect-error a question has nothing to run
  chat.tool('choose', { description, parameters, kind: 'human', run: () => 1 })
  // @ts-expect-error parameters are missing
  chat.tool('buy', { description, run: () => 1 })
  // @ts-expect-error there is no such scope
  chat.tool('buy', { description, parameters, scope: 'delete', run: () => 1 })

  // Schemas
  const schema: JsonSchema = { type: 'object', required: ['sku'] }
  // @ts-expect-error there is no such type
  const wrongSchema: JsonSchema = { type: 'objekt' }
  chat.tool('buy', { description, parameters: schema, run: () => wrongSchema })
  // @ts-expect-error a text is not a schema
  chat.tool('buy', { description, parameters: 'object', run: () => 1 })
  chat.tool('buy', { description, parameters: zod, run: ({ sku }) => sku.trim() })
  // @ts-expect-error the schema has no such field
  chat.tool('buy', { description, parameters: zod, run: ({ id }) => id })
  chat.tool('buy', { description, parameters: valibot, run: ({ sku }) => sku.trim() })
  // @ts-expect-error the schema has no such field
  chat.tool('buy', { description, parameters: valibot, run: ({ id }) => id })

  // Arguments by a JSON schema are JSON, unless their type is named
  // @ts-expect-error any JSON may come
  chat.tool('buy', { description, parameters, run: ({ sku }) => sku.trim() })
  chat.tool<{ sku: string }>('buy', { description, parameters, run: ({ sku }) => sku.trim() })
  // @ts-expect-error the type has no such field
  chat.tool<{ sku: string }>('buy', { description, parameters, run: ({ id }) => id })
  chat.tool('buy', { description, parameters, run: ({ sku }: { sku: string }) => sku.trim() })

  // Commands
  void chat.open({ threadId: 'thread_1' })
  // @ts-expect-error the field is threadId
  void chat.open({ thredId: 'thread_1' })
  void chat.send({ text: 'Hello' })
  // @ts-expect-error the text is missing
  void chat.send({ newThread: true })
  void chat.setTheme('dark')
  // @ts-expect-error there is no such theme
  void chat.setTheme('neon')
  void chat.openThread('thread_1')
  // @ts-expect-error the id is missing
  void chat.openThread()

  // The global of the script tag
  void Alcove('open', { prefill: 'Hello' })
  // @ts-expect-error there is no such command
  void Alcove('opn')
  void Alcove('on', 'open', ({ by }) => by)
  // @ts-expect-error a listener is a function
  void Alcove('on', 'open', 'text')
  void Alcove('tool', 'buy', { description, parameters, run: () => 1 })
  // @ts-expect-error the definition is missing
  void Alcove('tool', 'buy')
  void Alcove('threads.rename', 'thread_1', 'Order 7')
  // @ts-expect-error the title is missing
  void Alcove('threads.rename', 'thread_1')

  // The kit for tests
  void driveChat(page, { launcher: '#help' }).open()
  // @ts-expect-error a page of Playwright is missing
  driveChat('#help')
}

function Misused(): void {
  const buy: ToolDefinition<{ sku: string }> = { description, parameters, run: ({ sku }) => sku }
  useAlcoveTool<{ sku: string }>('buy', buy)
  useAlcoveTool<{ sku: string }>('buy', { ...buy, run: ({ sku }) => sku.trim() })
  // @ts-expect-error the type has no such field
  useAlcoveTool<{ sku: string }>('buy', { ...buy, run: ({ id }) => id })
}

test('the compiler refuses each misuse, and takes the right use beside it', () => {
  expectTypeOf(misuse).toBeFunction()
  expectTypeOf(Misused).toBeFunction()
})
