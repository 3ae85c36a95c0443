// @vitest-environment node
import { expect, test } from 'vitest'
import { capabilitiesOf, type Capabilities, type Equipment } from './capabilities.ts'

const ALL: Equipment = {
  isReadOnly: false,
  hasSpeech: true,
  hasAttachments: true,
  hasFeedback: true,
  isKept: true,
}
const can = (equipment: Partial<Equipment>): readonly string[] =>
  (Object.entries(capabilitiesOf({ ...ALL, ...equipment })) as [keyof Capabilities, boolean][])
    .filter(([, isThere]) => isThere)
    .map(([name]) => name)
const EVERYTHING = can({})

test('a thread with everything can do everything but switch during a run (3.10, 3.11, 3.16, 3.17, 3.18)', () => {
  expect(EVERYTHING).toEqual([
    'switchToBranch',
    'edit',
    'reload',
    'cancel',
    'continue',
    'copy',
    'speech',
    'attachments',
    'feedback',
  ])
})

test.each<[string, Partial<Equipment>]>([
  ['speech', { hasSpeech: false }],
  ['attachments', { hasAttachments: false }],
  ['feedback', { hasFeedback: false }],
  ['continue', { isKept: false }],
])(
  'a thread without an adapter for it lacks %s, and nothing else (3.16, 3.17, 3.18)',
  (name, equipment) => {
    expect(can(equipment)).toEqual(EVERYTHING.filter((each) => each !== name))
  },
)

test('a read-only thread can be read (3.12, 3.13, 3.14, 3.15)', () => {
  expect(can({ isReadOnly: true })).toEqual(['switchToBranch', 'copy', 'speech'])
})
