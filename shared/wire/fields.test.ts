import * as v from 'valibot'
import { expect, test } from 'vitest'
import { chatBodySchema } from '../api/chat.ts'
import { looseObjectUpTo, OBJECT_KEYS_MAX } from './fields.ts'
import { runStreamBodySchema } from '../api/runs.ts'

const padded = (object: object, count: number) => {
  const missing = count - Object.keys(object).length
  const padding = Array.from({ length: missing }, (_, index) => [`x${index}`, 0])
  return { ...object, ...(Object.fromEntries(padding) as object) }
}

const part = { type: 'text', text: 'Hi' }
const message = { id: 'm', role: 'user', parts: [part] }
const chat = { id: 't', trigger: 'submit-message', messages: [message] }
const said = { role: 'user', content: 'Hi' }
const run = { assistant_id: 'a', messages: [said] }

test.each<[string, v.GenericSchema, (count: number) => unknown]>([
  ['a chat call', chatBodySchema, (count) => padded(chat, count)],
  ['a message of it', chatBodySchema, (count) => ({ ...chat, messages: [padded(message, count)] })],
  [
    'a part of that',
    chatBodySchema,
    (count) => ({ ...chat, messages: [{ ...message, parts: [padded(part, count)] }] }),
  ],
  ['a run', runStreamBodySchema, (count) => padded(run, count)],
  [
    'a message of it',
    runStreamBodySchema,
    (count) => ({ ...run, messages: [padded(said, count)] }),
  ],
])('%s has so many keys as are allowed, and not one more', (_title, schema, create) => {
  expect(v.is(schema, create(OBJECT_KEYS_MAX))).toBe(true)
  const refused = v.safeParse(schema, create(OBJECT_KEYS_MAX + 1))
  expect(refused.issues?.map((issue) => issue.message)).toEqual(['Expected at most 200 keys.'])
})

test('keys are counted before any of them is read', () => {
  let reads = 0
  const watch = (count: number) =>
    new Proxy(padded({ a: 1 }, count), {
      get(target, key) {
        reads += 1
        return Reflect.get(target, key) as unknown
      },
    })
  const schema = looseObjectUpTo(3, { a: v.number() })

  expect(v.is(schema, watch(4))).toBe(false)
  expect(reads).toBe(0)
  expect(v.is(schema, watch(3))).toBe(true)
  expect(reads).toBeGreaterThan(0)
})

test('a value that is not an object is reported as such', () => {
  const { issues } = v.safeParse(looseObjectUpTo(3, {}), 'x')
  expect(issues?.[0].message).toMatch(/Expected Object/)
})
