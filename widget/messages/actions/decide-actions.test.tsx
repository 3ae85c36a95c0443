import { expect, test } from 'vitest'
import { decideActions, type ActionContext } from './message-actions.tsx'

const CAN = {
  copy: true,
  edit: true,
  reload: true,
  feedback: true,
  speech: true,
  switchToBranch: true,
}
const context = (role: ActionContext['role'], change: Partial<ActionContext> = {}) => ({
  role,
  hasText: true,
  isStreaming: false,
  hasFailed: false,
  offersRetry: false,
  isEdited: false,
  hasBranches: true,
  isRunning: false,
  isDisabled: false,
  can: CAN,
  ...change,
})

test('an answer offers everything but editing, in this order (2.11)', () => {
  expect(decideActions(context('assistant'))).toEqual([
    'branches',
    'copy',
    'reload',
    'feedback',
    'speak',
  ])
})

test('a user’s message offers its versions, copying and editing (2.9)', () => {
  expect(decideActions(context('user'))).toEqual(['branches', 'copy', 'edit'])
})

test('a note of the system offers nothing', () => {
  expect(decideActions(context('system'))).toEqual([])
})

test.each([
  ['while an answer of the thread runs', { isRunning: true }],
  ['while the thread is disabled', { isDisabled: true }],
  ['beside a button that says Try again', { offersRetry: true }],
  ['without the capability', { can: { ...CAN, reload: false } }],
])('reload is hidden %s (2.12, 2.13, 3.13)', (_, change) => {
  const before = decideActions(context('assistant'))
  const actions = decideActions(context('assistant', change))
  expect(actions).toEqual(before.filter((action) => action !== 'reload'))
})

test('reload is hidden for messages that are not the assistant’s (2.14)', () => {
  expect(decideActions(context('assistant'))).toContain('reload')
  expect(decideActions(context('user'))).not.toContain('reload')
})

test.each([
  ['copy', 'assistant', 'copy'],
  ['copy', 'user', 'copy'],
  ['edit', 'user', 'edit'],
  ['feedback', 'assistant', 'feedback'],
  ['speech', 'assistant', 'speak'],
  ['switchToBranch', 'assistant', 'branches'],
] as const)(
  'without the capability %s, a message of the %s has no %s (3.10, 3.12, 3.15, 3.18)',
  (can, role, action) => {
    expect(decideActions(context(role))).toContain(action)
    expect(decideActions(context(role, { can: { ...CAN, [can]: false } }))).not.toContain(action)
  },
)

test.each([
  ['grows', { isStreaming: true }],
  ['is edited', { isEdited: true }],
])('a message that %s offers nothing', (_, change) => {
  expect(decideActions(context('user', change))).toEqual([])
})

test('without words there is nothing to copy, to rate or to read aloud', () => {
  expect(decideActions(context('assistant', { hasText: false }))).toEqual(['branches', 'reload'])
})

test('an answer that failed is not rated', () => {
  expect(decideActions(context('assistant', { hasFailed: true }))).not.toContain('feedback')
})

test('there is a branch picker only where there are branches', () => {
  expect(decideActions(context('user', { hasBranches: false }))).toEqual(['copy', 'edit'])
})
