import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import type { ProjectSettings } from '../../shared/desk/settings.ts'
import { CallError } from '../api/call.ts'
import { createDraftKeeper, SAVE_PAUSE_MS } from './draft-keeper.ts'
import type { DraftSave } from './draft-keeper.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server with one draft, which another person can change too. */
function startServer(settings: JsonObject) {
  let draft = { settings, revision: 1 }
  let failure: Error | null = null
  let note: string | null = null
  const saves: DraftSave[] = []
  const open = () =>
    createDraftKeeper({
      note: { read: () => note, write: (text) => void (note = text) },
      load: () => Promise.resolve(answerWith(draft)),
      save(sent) {
        if (failure !== null) return Promise.reject(failure)
        if (sent.revision !== draft.revision) {
          return Promise.reject(new CallError('refused', '', 'conflict'))
        }
        saves.push(sent)
        draft = { settings: sent.settings, revision: draft.revision + 1 }
        return Promise.resolve({ revision: draft.revision, problems: [] })
      },
    })
  return {
    open,
    saves,
    note: () => note,
    settings: () => draft.settings,
    fail: (error: Error | null) => void (failure = error),
    changeByAnother: (changed: JsonObject) =>
      void (draft = { settings: changed, revision: draft.revision + 1 }),
  }
}

const answerWith = (draft: { settings: JsonObject; revision: number }): ProjectSettings => ({
  draft: { ...draft, baseNumber: 1, changedBy: null, changedAt: '', problems: [], ownerPaths: [] },
  published: null,
  fixed: [],
  effective: {},
  models: [],
  tools: [],
  limits: [],
  chatEndpoint: null,
  assistants: [],
  previewFrames: 'one-origin',
  previewHosts: [],
  mayOwn: true,
})

const pause = () => vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS)

test('typing is saved once, after a pause', async () => {
  const server = startServer({ look: { name: 'Shop' } })
  const keeper = server.open()
  await keeper.load()
  keeper.change(['look', 'name'], 'S')
  keeper.change(['look', 'name'], 'Store')
  expect(keeper.view().save.type).toBe('waiting')
  await pause()
  expect(server.saves.map(({ settings }) => settings)).toEqual([{ look: { name: 'Store' } }])
  expect(keeper.view()).toMatchObject({ revision: 2, save: { type: 'kept' } })
  expect(server.note()).toBeNull()
})

test('text of a failed save is kept, also by the next keeper of the tab', async () => {
  const server = startServer({ look: { name: 'Shop' } })
  server.fail(new CallError('offline'))
  const keeper = server.open()
  await keeper.load()
  keeper.change(['look', 'name'], 'Store')
  await pause()
  expect(keeper.view().save.type).toBe('failed')
  server.fail(null)

  const next = server.open()
  await next.load()
  expect(next.view().settings).toEqual({ look: { name: 'Store' } })
  await pause()
  expect(server.settings()).toEqual({ look: { name: 'Store' } })
  expect(next.view().save.type).toBe('kept')
})

test('a change of another person in another place is joined by itself', async () => {
  const server = startServer({ look: { name: 'Shop' } })
  const keeper = server.open()
  await keeper.load()
  server.changeByAnother({ look: { name: 'Shop' }, suggestions: true })
  keeper.change(['look', 'name'], 'Store')
  await pause()
  expect(keeper.view().save.type).toBe('waiting')
  await pause()
  expect(server.settings()).toEqual({ look: { name: 'Store' }, suggestions: true })
})

test.each([
  ['mine', 'Store'],
  ['theirs', 'Market'],
] as const)('of one value that both changed, %s is saved when chosen', async (choice, name) => {
  const server = startServer({ look: { name: 'Shop' } })
  const keeper = server.open()
  await keeper.load()
  server.changeByAnother({ look: { name: 'Market' } })
  keeper.change(['look', 'name'], 'Store')
  await pause()
  expect(keeper.view().save).toEqual({
    type: 'clash',
    clashes: [{ path: ['look', 'name'], mine: 'Store', theirs: 'Market' }],
  })
  expect(await keeper.flush()).toBe(false)
  expect(server.settings()).toEqual({ look: { name: 'Market' } })

  keeper.decide(['look', 'name'], choice)
  await pause()
  expect(server.settings()).toEqual({ look: { name } })
  expect(keeper.view().save.type).toBe('kept')
})

test('typing during a save is saved after it', async () => {
  const server = startServer({})
  const keeper = server.open()
  await keeper.load()
  keeper.change(['suggestions'], true)
  const done = keeper.flush()
  keeper.change(['suggestions'], false)
  expect(await done).toBe(true)
  await pause()
  expect(server.settings()).toEqual({ suggestions: false })
})

test('a draft that begins anew names the version that it takes into account', async () => {
  const server = startServer({ look: { name: 'Store' } })
  const keeper = server.open()
  await keeper.load()
  keeper.rebase({}, { number: 7, settings: { suggestions: true } })
  await pause()
  expect(server.saves).toEqual([
    { revision: 1, baseNumber: 7, settings: { suggestions: true, look: { name: 'Store' } } },
  ])
})
