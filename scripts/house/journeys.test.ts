import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { countRoomChanges, filesOf, findBreaks, JOURNEYS } from './journeys.ts'

test.each(JOURNEYS)('$name: each file knows one that was passed before', (journey) => {
  expect(findBreaks(REPOSITORY_ROOT, journey)).toEqual([])
})

test('a file that nobody on the way knows breaks it; the first of a leg came over the wire', () => {
  const root = mkdtempSync(join(tmpdir(), 'alcove-journeys-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'widget'))
  const write = (name: string, text: string) => writeFileSync(join(root, 'widget', name), text)
  write('key.ts', "import './send.ts'\n")
  write('send.ts', 'export const send = 1\n')
  write('call.ts', "import './send.ts'\n")
  write('other.ts', 'export const other = 1\n')
  write('far.ts', 'export const far = 1\n')
  const path = (name: string) => `widget/${name}`
  const legs = [['key.ts', 'send.ts', 'call.ts', 'other.ts'].map(path), [path('far.ts')]]

  expect(findBreaks(root, { name: '', filesMax: 9, legs })).toEqual(['widget/other.ts'])
})

test('counts files once and each change of room', () => {
  const legs = [
    ['widget/api/call.ts', 'widget/host/serve-host.ts', 'widget/main.tsx'],
    ['widget/api/call.ts', 'widget/api/auth.ts'],
  ]
  const journey = { name: '', filesMax: 9, legs }

  expect([filesOf(journey).length, countRoomChanges(journey)]).toEqual([4, 3])
})
