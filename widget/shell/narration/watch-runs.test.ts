import { beforeEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import { reportFailureAtom } from '../../world/failures.ts'
import { answer, createFakeChat, question, type FakeChat } from '../fake-chat.test-support.ts'
import { watchRuns, type RunListener, type RunWatch } from './watch-runs.ts'

const OLD = [question('q0', 'Old'), answer('a0', 'Old answer.')]
const FAILED = { status: { type: 'incomplete', reason: 'error', error: 'x' } } as const

let chat: FakeChat
let watch: RunWatch
beforeEach(() => {
  chat = createFakeChat()
  chat.show(OLD)
  watch = watchRuns(chat.store)
  watch.begin()
})

const createListener = () => ({
  started: vi.fn<RunListener['started']>(),
  ended: vi.fn<RunListener['ended']>(),
})
const begin = () => chat.tell({ type: 'run', isRunning: true })
const end = () => chat.tell({ type: 'run', isRunning: false })
const fail = (id: string) => {
  begin()
  chat.show([...OLD, question(`q-${id}`, 'Hi'), answer(id, '', FAILED)])
  end()
}

test('tells of a run that ended before anybody listened, once', () => {
  fail('a1')
  const [first, second] = [createListener(), createListener()]
  watch.tell(first)()
  expect(first.started).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ last: expect.objectContaining({ id: 'a0' }) }),
  )
  expect(first.ended).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ last: expect.objectContaining({ id: 'a1' }), isOld: false }),
  )
  watch.tell(second)
  expect(second.started).not.toHaveBeenCalled()
})

test('tells of the newest run alone', () => {
  fail('a1')
  fail('a2')
  const listener = createListener()
  watch.tell(listener)
  expect(listener.ended).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ last: expect.objectContaining({ id: 'a2' }) }),
  )
})

test('tells of a run that goes on, and of its end when it comes', () => {
  begin()
  const listener = createListener()
  watch.tell(listener)
  expect(listener.started).toHaveBeenCalledOnce()
  expect(listener.ended).not.toHaveBeenCalled()
  end()
  expect(listener.ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ isOld: true }))
})

test('knows failures of the run, and not those before it', () => {
  const report = (during: 'send' | 'reload') =>
    chat.store.set(reportFailureAtom, {
      during,
      error: new AlcoveError('offline', 'x'),
      isHostUser: false,
    })
  report('reload')
  begin()
  report('send')
  end()
  const listener = createListener()
  watch.tell(listener)
  expect(listener.ended.mock.lastCall?.[0].failures).toEqual(['send'])
})
