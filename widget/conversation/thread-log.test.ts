import { expect, test } from 'vitest'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
} from '../../shared/thread/message.ts'
import { MEMORY_BEGINS } from '../../shared/wire/chunk.ts'
import { createThreadLog, type ThreadChange } from './thread-log.ts'

const NOW = '2026-01-01T00:00:00.000Z'
const question = (id: string) => createUserMessage(id, NOW, 'Hi')
const running = (id: string, custom: Message['metadata']['custom'] = {}): Message => ({
  ...createAssistantMessage(id, NOW),
  metadata: { custom },
})
const complete = (id: string, custom?: Message['metadata']['custom']): Message => ({
  ...running(id, custom),
  status: { type: 'complete', reason: 'stop' },
})

function create() {
  const begins: (string | null)[] = []
  const log = createThreadLog('t', (change: ThreadChange) => {
    if (change.type === 'memory') begins.push(change.beginsAt)
  })
  return { log, begins }
}

test('an answer tells where the memory of its model begins, by the id that the screen knows', () => {
  const { log, begins } = create()
  log.put(null, question('q1'))
  log.put('q1', complete('a1'))
  log.put('a1', question('q2'))
  log.rows.link('q2', 'msg_2')
  log.put('q2', running('a2'))
  expect(begins).toEqual([])

  log.update(running('a2', { [MEMORY_BEGINS]: 'msg_2' }))
  log.update(complete('a2', { [MEMORY_BEGINS]: 'msg_2' }))
  log.put('a2', question('q3'))
  log.put('q3', running('a3'))
  expect(begins).toEqual(['q2'])

  log.update(complete('a3'))
  expect(begins).toEqual(['q2', null])
})

test('another path has the memory of its own answers', () => {
  const { log, begins } = create()
  const parts = [
    { message: question('q1'), parentId: null },
    { message: complete('a1'), parentId: 'q1' },
    { message: question('q2'), parentId: 'a1' },
    { message: complete('a2', { [MEMORY_BEGINS]: 'q2' }), parentId: 'q2' },
    { message: question('q3'), parentId: 'a1' },
    { message: complete('a3'), parentId: 'q3' },
  ]
  log.reset({ headId: 'a2', messages: parts })
  log.switchTo('q3')
  log.switchTo('q2')

  expect(begins).toEqual(['q2', null, 'q2'])
})
