import { expect, test } from 'vitest'
import { draftAtom } from '../composer/atoms/composer.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { REFERENCES_MAX, removeReferenceAtom } from '../conversation/atoms/references.ts'
import { outgoingContextAtom } from '../world/shared-context.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { learnServerFactsAtom } from '../world/server-facts.ts'
import { runPageCommand } from './page-commands.ts'
import { identifyAtom } from '../world/identify.ts'

async function createStore() {
  const { store } = createChatWorld()
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  return {
    store,
    run: (name: string, ...args: JsonValue[]) =>
      runPageCommand(store, { name, args }, new AbortController().signal),
  }
}

test('the page’s words stand in the composer until the page or the person changes them', async () => {
  const { store, run } = await createStore()

  expect(await run('setComposer', 'One')).toBe(true)
  expect(await run('setComposer', 'Two')).toBe(true)
  expect(store.get(draftAtom)).toBe('Two')
  expect(await run('setComposer', null)).toBe(true)
  expect(store.get(draftAtom)).toBe('')
  store.set(draftAtom, 'Mine')
  expect(await run('setComposer', 'Three')).toBe(false)
  expect(await run('setComposer', null)).toBe(false)

  expect(store.get(draftAtom)).toBe('Mine')
})

test('words have the limit of a message', async () => {
  const { store, run } = await createStore()
  store.set(learnServerFactsAtom, { limits: { userTextCharacters: 5 } })

  expect(await run('setComposer', '12345')).toBe(true)
  await expect(run('setComposer', '123456')).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'setComposer: expected a text of at most 5 characters, or null',
  })
})

test.each([
  ['setComposer', 7, 'setComposer: expected a text'],
  ['openThread', 7, 'openThread: expected the id'],
  ['openThread', '', 'openThread: expected the id'],
  ['stop', 7, 'stop: expected no argument'],
  ['focusComposer', 7, 'focusComposer: expected no argument'],
  ['send', { txt: 'Hello' }, 'send: there is no txt; did you mean text?'],
  ['send', { text: 'Hello', newThread: 'yes' }, 'send: newThread: expected true or false'],
  ['askAbout', { label: 'x', link: 7 }, 'askAbout: link: expected a text'],
  ['threads.list', 'archived', 'threads.list: expected an object with archived and more'],
  ['threads.list', { archive: true }, 'there is no archive; did you mean archived?'],
])('%s(%j) is refused in words', async (name, value, words) => {
  const { run } = await createStore()

  await expect(run(name, value)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(words),
    hint: expect.stringContaining(`For example Alcove('${name}'`),
  })
})

test('without an answer there is nothing to stop', async () => {
  expect(await (await createStore()).run('stop')).toBe(false)
})

test.each([
  ['setComposr', 'there is no command setComposr; did you mean setComposer?'],
  ['updte', 'there is no command updte; did you mean update?'],
  ['toString', 'there is no command toString'],
  ['__proto__', 'there is no command __proto__'],
])('%s is no command', async (name, message) => {
  const { run } = await createStore()

  await expect(run(name)).rejects.toMatchObject({ code: 'call_unknown', message })
})

test.each([null, 'stop', { name: 'stop' }, { name: 7, args: [] }, { name: 'stop', args: {} }])(
  'a malformed reference is refused: %j',
  async (given) => {
    const { store } = await createStore()

    await expect(runPageCommand(store, given, new AbortController().signal)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  },
)

test('references are sent with the next question, at most the last four', async () => {
  const { store } = await createStore()
  const ask = (reference: JsonObject) =>
    runPageCommand(store, { name: 'askAbout', args: [reference] }, new AbortController().signal)
  const about = () => store.get(outgoingContextAtom)?.['the question is about']
  expect(about()).toBeUndefined()

  for (const label of ['a', 'b', 'c', 'd']) await ask({ label })
  expect(about()).toHaveLength(REFERENCES_MAX)
  await ask({ label: 'e', text: 'Five', link: 'https://shop.example/#e' })
  await ask({ label: 'b', text: 'Again' })
  expect(about()).toEqual([
    { label: 'c', text: '', link: '' },
    { label: 'd', text: '', link: '' },
    { label: 'e', text: 'Five', link: 'https://shop.example/#e' },
    { label: 'b', text: 'Again', link: '' },
  ])

  for (const label of ['b', 'c', 'd', 'e']) store.set(removeReferenceAtom, label)
  expect(store.get(outgoingContextAtom)).toBeUndefined()
})

test('of what a question is about the sizes are known', async () => {
  const { store } = await createStore()
  const ask = (reference: JsonObject) =>
    runPageCommand(store, { name: 'askAbout', args: [reference] }, new AbortController().signal)

  expect(await ask({ label: 'x'.repeat(64), text: 'x'.repeat(2_000) })).toBeNull()
  for (const wrong of [
    { label: 'x'.repeat(65) },
    { label: ' ' },
    { label: 'x', text: 'x'.repeat(2_001) },
  ]) {
    await expect(ask(wrong)).rejects.toMatchObject({
      message: expect.stringContaining('askAbout: expected { label') as string,
    })
  }
})
